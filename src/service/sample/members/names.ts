import type { Culture } from "./locations.ts";

interface NameLists {
  readonly women: readonly string[];
  readonly men: readonly string[];
  readonly families: readonly string[];
}

const words = (text: string): readonly string[] => text.split(",").map((word) => word.trim());

export const names: Readonly<Record<Culture, NameLists>> = {
  english: {
    women: words(
      "Emma, Olivia, Grace, Hannah, Chloe, Siobhan, Megan, Aisha, Zoe, Naomi, Rachel, Tamika, Erin, Fatima, Joyce, Laura",
    ),
    men: words(
      "James, Oliver, Liam, Marcus, Ethan, Daniel, Noah, Sean, Omar, Tyrone, Callum, Peter, Pat, Yusuf, Gareth, Luke",
    ),
    families: words(
      "Smith, O'Neil, Johnson, Okafor, Patel, Williams, McCarthy, Khan, Brown, Nguyen, Evans, Clarke, Robinson, Walker, Hughes, O'Brien, Carter, Adeyemi, Bennett, Fraser, Lopez, Murphy, Washington, D'Souza, Taylor, Campbell, Reid, Harrison, Chen, Morgan",
    ),
  },
  spanish: {
    women: words("Ana, María, Lucía, Sofía, Carmen, Elena, Inés, Paula, Rocío, Marta, Núria, Valeria, Ximena, Pilar"),
    men: words("Alejandro, José, Javier, Diego, Martín, Pablo, Andrés, Sergio, Iñaki, Jordi, Luis, Ángel, Raúl, Tomás"),
    families: words(
      "Ruiz, García, Fernández, López, Martínez, Sánchez, Pérez, Gómez, Núñez, Ibáñez, Romero, Navarro, Torres, Domínguez, Vázquez, Ramos, Castro, Ortega, Rubio, Peña, Muñoz, Herrera, Aguirre, Ferrer",
    ),
  },
  portuguese: {
    women: words("Beatriz, Ana Clara, Júlia, Larissa, Mariana, Camila, Fernanda, Luíza, Renata, Débora"),
    men: words("João, Pedro, Lucas, Gustavo, Rafael, Thiago, Caio, Vinícius, Antônio, Márcio"),
    families: words(
      "Silva, Santos, Oliveira, Souza, Araújo, Conceição, Magalhães, Gonçalves, Ribeiro, Carvalho, Brandão, Teixeira, Moura, Leão, Azevedo, Nogueira",
    ),
  },
  german: {
    women: words("Anna, Lena, Katharina, Sabine, Greta, Leonie, Annika, Ursula, Heike, Elif, Käthe"),
    men: words("Lukas, Jürgen, Felix, Matthias, Jörg, Sebastian, Björn, Emre, Tobias, Günther, Stefan, Niklas"),
    families: words(
      "Müller, Schmidt, Schneider, Fischer, Weiß, Schäfer, Köhler, König, Krüger, Böhm, Yılmaz, Hoffmann, Vogel, Jäger, Richter, Großmann, Winkler, Lindner, Kaya, Brandt",
    ),
  },
  french: {
    women: words("Camille, Chloé, Élodie, Inès, Manon, Zoé, Amélie, Aurélie, Hélène, Margaux, Fatou, Maëlle"),
    men: words("Louis, François, Hugo, Jérôme, Mathéo, Rémi, Benoît, Noël, Karim, Étienne, Théo, Yannick"),
    families: words(
      "Martin, Bernard, Lefèvre, Dubois, Moreau, Benoît, Gauthier, François, Rousseau, Faure, Diallo, Chevalier, Léger, Guérin, Boucher, Lemaître, Traoré, Perrot, Girard, Mercier",
    ),
  },
  polish: {
    women: words("Agnieszka, Katarzyna, Małgorzata, Zofia, Hanna, Joanna, Ewa, Barbara, Magdalena, Aleksandra, Kinga"),
    men: words("Łukasz, Paweł, Michał, Piotr, Jakub, Tomasz, Wojciech, Grzegorz, Krzysztof, Stanisław, Rafał, Maciej"),
    families: words(
      "Nowak, Kowalczyk, Wójcik, Kamiński, Lewandowski, Zieliński, Szymański, Woźniak, Dąbrowski, Kozłowski, Mazur, Krawczyk, Piotrowski, Grabowska, Pawłowska, Król, Wieczorek, Jabłońska, Wróbel, Stępień",
    ),
  },
  indian: {
    women: words(
      "Priya, Ananya, Kavya, Lakshmi, Meera, Pooja, Sneha, Divya, Asha, Ritu, Nandini, Zara, Shreya, Deepika",
    ),
    men: words(
      "Arjun, Rahul, Vikram, Rohan, Sanjay, Karthik, Aditya, Imran, Nikhil, Suresh, Anil, Harpreet, Manoj, Vivek",
    ),
    families: words(
      "Sharma, Iyer, Patel, Reddy, Nair, Gupta, Singh, Rao, Menon, Joshi, Kulkarni, Das, Mehta, Banerjee, Khan, Pillai, Desai, Chatterjee, Verma, Kaur, Bose, Shetty",
    ),
  },
  eastAsian: {
    women: words("Mei, Yuki, Sakura, Hui Min, Li Ting, Haruka, Aiko, Xin Yi, Nurul, Rina, Jia Hui, Natsumi"),
    men: words("Wei, Kenji, Hiroshi, Jun Jie, Takeshi, Haoran, Daiki, Wei Ming, Farid, Sota, Zhi Hao, Ryo"),
    families: words(
      "Tan, Lim, Lee, Sato, Suzuki, Takahashi, Tanaka, Wong, Ng, Ito, Yamamoto, Nakamura, Goh, Chua, Kobayashi, Ong, Teo, Saitō, Abdullah, Watanabe",
    ),
  },
};

/** A name in the form for mail addresses: lower-case ASCII letters only. */
export function mailName(name: string): string {
  const spelled: Readonly<Record<string, string>> = { ł: "l", ß: "ss", ı: "i", ø: "o" };
  return name
    .toLowerCase()
    .replace(/[łßıø]/g, (letter) => spelled[letter] ?? letter)
    .normalize("NFD")
    .replace(/[^a-z]/g, "");
}
