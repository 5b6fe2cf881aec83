import { MemberList } from "./lists.ts";

/** Language or region that people's names come from. */
export type NameOrigin = "english" | "spanish" | "portuguese" | "german" | "french" | "polish" | "indian" | "eastAsian";

interface City {
  readonly name: string;
  readonly displayName?: string;
  /** Relative share of seats. */
  readonly weight: number;
}

interface Country {
  readonly name: string;
  readonly displayName?: string;
  readonly culture: NameOrigin;
  /** Pay relative to that in the United Kingdom. */
  readonly payFactor: number;
  readonly cities: readonly City[];
}

const regions: readonly { name: string; displayName: string; countries: readonly Country[] }[] = [
  {
    name: "AMER",
    displayName: "Americas",
    countries: [
      {
        name: "US",
        displayName: "United States",
        culture: "english",
        payFactor: 1.24,
        cities: [
          { name: "New_York", displayName: "New York", weight: 9 },
          { name: "Chicago", weight: 6 },
          { name: "Austin", weight: 7 },
          { name: "Seattle", weight: 4 },
        ],
      },
      {
        name: "Canada",
        culture: "english",
        payFactor: 1.02,
        cities: [
          { name: "Toronto", weight: 4 },
          { name: "Montreal", displayName: "Montréal", weight: 2 },
        ],
      },
      {
        name: "Mexico",
        displayName: "México",
        culture: "spanish",
        payFactor: 0.48,
        cities: [{ name: "Guadalajara", weight: 4 }],
      },
      {
        name: "Brazil",
        displayName: "Brasil",
        culture: "portuguese",
        payFactor: 0.46,
        cities: [{ name: "Sao_Paulo", displayName: "São Paulo", weight: 4 }],
      },
    ],
  },
  {
    name: "EMEA",
    displayName: "Europe, Middle East and Africa",
    countries: [
      {
        name: "UK",
        displayName: "United Kingdom",
        culture: "english",
        payFactor: 1,
        cities: [
          { name: "London", weight: 9 },
          { name: "Manchester", weight: 4 },
        ],
      },
      {
        name: "Spain",
        displayName: "España",
        culture: "spanish",
        payFactor: 0.74,
        cities: [
          { name: "Madrid", weight: 6 },
          { name: "Barcelona", weight: 4 },
          { name: "Malaga", displayName: "Málaga", weight: 1.5 },
        ],
      },
      {
        name: "Poland",
        displayName: "Polska",
        culture: "polish",
        payFactor: 0.58,
        cities: [
          { name: "Krakow", displayName: "Kraków", weight: 6 },
          { name: "Warsaw", displayName: "Warszawa", weight: 3 },
        ],
      },
      {
        name: "Germany",
        displayName: "Deutschland",
        culture: "german",
        payFactor: 1.08,
        cities: [
          { name: "Berlin", weight: 4 },
          { name: "Munich", displayName: "München", weight: 4 },
        ],
      },
      {
        name: "France",
        culture: "french",
        payFactor: 0.94,
        cities: [
          { name: "Paris", weight: 4 },
          { name: "Lyon", weight: 1.5 },
        ],
      },
    ],
  },
  {
    name: "APAC",
    displayName: "Asia-Pacific",
    countries: [
      {
        name: "India",
        culture: "indian",
        payFactor: 0.36,
        cities: [
          { name: "Bengaluru", weight: 8 },
          { name: "Pune", weight: 4 },
        ],
      },
      {
        name: "Singapore",
        culture: "eastAsian",
        payFactor: 0.98,
        cities: [{ name: "Singapore", weight: 3 }],
      },
      {
        name: "Japan",
        culture: "eastAsian",
        payFactor: 0.88,
        cities: [{ name: "Tokyo", weight: 2.5 }],
      },
      {
        name: "Australia",
        culture: "english",
        payFactor: 1.06,
        cities: [{ name: "Sydney", weight: 3 }],
      },
    ],
  },
];

export const locationList = new MemberList(
  "Location",
  regions.map((region) => ({
    ...region,
    children: region.countries.map((country) => ({
      name: country.name,
      displayName: country.displayName ?? country.name,
      children: country.cities.map((city) => ({ name: city.name, displayName: city.displayName ?? city.name })),
    })),
  })),
);

/** All cities of the sample, each with its ordinal and that of its country. */
export const sampleCities = regions.flatMap((region) =>
  region.countries.flatMap((country) =>
    country.cities.map((city) => ({
      ordinal: locationList.ordinal(`${region.name}.${country.name}.${city.name}`),
      country: locationList.ordinal(`${region.name}.${country.name}`),
      weight: city.weight,
      culture: country.culture,
      payFactor: country.payFactor,
    })),
  ),
);
