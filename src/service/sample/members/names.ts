import type { NameOrigin } from "./locations.ts";

interface NameLists {
  readonly women: readonly string[];
  readonly men: readonly string[];
  readonly families: readonly string[];
}

const splitNames = (text: string): readonly string[] => text.split(",").map((word) => word.trim());

export const personNames: Readonly<Record<NameOrigin, NameLists>> = {
  english: {
    women: splitNames(
      "Emma, Olivia, Grace, Hannah, Chloe, Siobhan, Megan, Aisha, Zoe, Naomi, Rachel, Tamika, Erin, Fatima, Joyce, Laura",
    ),
    men: splitNames(
      "James, Oliver, Liam, Marcus, Ethan, Daniel, Noah, Sean, Omar, Tyrone, Callum, Peter, Pat, Yusuf, Gareth, Luke",
    ),
    families: splitNames(
      "Smith, O'Neil, Johnson, Okafor, Patel, Williams, McCarthy, Khan, Brown, Nguyen, Evans, Clarke, Robinson, Walker, Hughes, O'Brien, Carter, Adeyemi, Bennett, Fraser, Lopez, Murphy, Washington, D'Souza, Taylor, Campbell, Reid, Harrison, Chen, Morgan",
    ),
  },
  spanish: {
    women: splitNames(
      "Ana, María, Lucía, Sofía, Carmen, Elena, Inés, Paula, Rocío, Marta, Núria, Valeria, Ximena, Pilar",
    ),
    men: splitNames(
      "Alejandro, José, Javier, Diego, Martín, Pablo, Andrés, Sergio, Iñaki, Jordi, Luis, Ángel, Raúl, Tomás",
    ),
    families: splitNames(
      "Ruiz, García, Fernández, López, Martínez, Sánchez, Pérez, Gómez, Núñez, Ibáñez, Romero, Navarro, Torres, Domínguez, Vázquez, Ramos, Castro, Ortega, Rubio, Peña, Muñoz, Herrera, Aguirre, Ferrer",
    ),
  },
  portuguese: {
    women: splitNames("Beatriz, Ana Clara, Júlia, Larissa, Mariana, Camila, Fernanda, Luíza, Renata, Débora"),
    men: splitNames("João, Pedro, Lucas, Gustavo, Rafael, Thiago, Caio, Vinícius, Antônio, Márcio"),
    families: splitNames(
      "Silva, Santos, Oliveira, Souza, Araújo, Conceição, Magalhães, Gonçalves, Ribeiro, Carvalho, Brandão, Teixeira, Moura, Leão, Azevedo, Nogueira",
    ),
  },
  german: {
    women: splitNames("Anna, Lena, Katharina, Sabine, Greta, Leonie, Annika, Ursula, Heike, Elif, Käthe"),
    men: splitNames("Lukas, Jürgen, Felix, Matthias, Jörg, Sebastian, Björn, Emre, Tobias, Günther, Stefan, Niklas"),
    families: splitNames(
      "Müller, Schmidt, Schneider, Fischer, Weiß, Schäfer, Köhler, König, Krüger, Böhm, Yılmaz, Hoffmann, Vogel, Jäger, Richter, Großmann, Winkler, Lindner, Kaya, Brandt",
    ),
  },
  french: {
    women: splitNames("Camille, Chloé, Élodie, Inès, Manon, Zoé, Amélie, Aurélie, Hélène, Margaux, Fatou, Maëlle"),
    men: splitNames("Louis, François, Hugo, Jérôme, Mathéo, Rémi, Benoît, Noël, Karim, Étienne, Théo, Yannick"),
    families: splitNames(
      "Martin, Bernard, Lefèvre, Dubois, Moreau, Benoît, Gauthier, François, Rousseau, Faure, Diallo, Chevalier, Léger, Guérin, Boucher, Lemaître, Traoré, Perrot, Girard, Mercier",
    ),
  },
  polish: {
    women: splitNames(
      "Agnieszka, Katarzyna, Małgorzata, Zofia, Hanna, Joanna, Ewa, Barbara, Magdalena, Aleksandra, Kinga",
    ),
    men: splitNames(
      "Łukasz, Paweł, Michał, Piotr, Jakub, Tomasz, Wojciech, Grzegorz, Krzysztof, Stanisław, Rafał, Maciej",
    ),
    families: splitNames(
      "Nowak, Kowalczyk, Wójcik, Kamiński, Lewandowski, Zieliński, Szymański, Woźniak, Dąbrowski, Kozłowski, Mazur, Krawczyk, Piotrowski, Grabowska, Pawłowska, Król, Wieczorek, Jabłońska, Wróbel, Stępień",
    ),
  },
  indian: {
    women: splitNames(
      "Priya, Ananya, Kavya, Lakshmi, Meera, Pooja, Sneha, Divya, Asha, Ritu, Nandini, Zara, Shreya, Deepika",
    ),
    men: splitNames(
      "Arjun, Rahul, Vikram, Rohan, Sanjay, Karthik, Aditya, Imran, Nikhil, Suresh, Anil, Harpreet, Manoj, Vivek",
    ),
    families: splitNames(
      "Sharma, Iyer, Patel, Reddy, Nair, Gupta, Singh, Rao, Menon, Joshi, Kulkarni, Das, Mehta, Banerjee, Khan, Pillai, Desai, Chatterjee, Verma, Kaur, Bose, Shetty",
    ),
  },
  eastAsian: {
    women: splitNames("Mei, Yuki, Sakura, Hui Min, Li Ting, Haruka, Aiko, Xin Yi, Nurul, Rina, Jia Hui, Natsumi"),
    men: splitNames("Wei, Kenji, Hiroshi, Jun Jie, Takeshi, Haoran, Daiki, Wei Ming, Farid, Sota, Zhi Hao, Ryo"),
    families: splitNames(
      "Tan, Lim, Lee, Sato, Suzuki, Takahashi, Tanaka, Wong, Ng, Ito, Yamamoto, Nakamura, Goh, Chua, Kobayashi, Ong, Teo, Saitō, Abdullah, Watanabe",
    ),
  },
};

/** Converts a name to the form for mail addresses, which has lower-case ASCII letters only. */
export function toMailName(name: string): string {
  const spelled: Readonly<Record<string, string>> = { ł: "l", ß: "ss", ı: "i", ø: "o" };
  return name
    .toLowerCase()
    .replace(/[łßıø]/g, (letter) => spelled[letter] ?? letter)
    .normalize("NFD")
    .replace(/[^a-z]/g, "");
}
