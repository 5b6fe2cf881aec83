import { beginsFormula } from "../../base/spreadsheet-text.ts";
import { cellStyles } from "./export-xlsx-cells.ts";

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packaged = "http://schemas.openxmlformats.org/package/2006";
const types = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** The header stays in sight. */
export const sheetBegin = `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;
export const sheetEnd = "</sheetData></worksheet>";

export function headerRow(names: readonly string[]): string {
  return `<row>${names.map((name) => textCell(name, cellStyles.header)).join("")}</row>`;
}

/** A sheet of names and values. */
export function aboutSheet(about: readonly (readonly [name: string, value: string])[]): string {
  const rows = about.flatMap(([name, value]) =>
    // A cell ends at Excel's limit; a query that is longer goes on in the next row.
    (value.match(/[\s\S]{1,16000}/g) ?? [""]).map(
      (piece, index) =>
        `<row>${textCell(index === 0 ? name : "", cellStyles.header)}${textCell(piece, beginsFormula(piece) ? cellStyles.quoted : cellStyles.plain)}</row>`,
    ),
  );
  return `${xml}<worksheet xmlns="${main}"><cols><col min="1" max="1" width="16" customWidth="1"/><col min="2" max="2" width="100" customWidth="1"/></cols><sheetData>${rows.join("")}</sheetData></worksheet>`;
}

/** Everything in the workbook but its sheets, of which there is one more than those with rows. */
export function partsOf(sheetCount: number): { readonly name: string; readonly text: string }[] {
  const names = Array.from({ length: sheetCount }, (_, index) => (index === 0 ? "Result" : `Result ${index + 1}`));
  const sheets = [...names, "Query"];
  const overrides = sheets.map(
    (_, index) => `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${types}.worksheet+xml"/>`,
  );
  const listed = sheets.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`);
  const targets = sheets.map(
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  return [
    {
      name: "[Content_Types].xml",
      text: `${xml}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${overrides.join("")}</Types>`,
    },
    {
      name: "_rels/.rels",
      text: `${xml}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: "xl/workbook.xml",
      text: `${xml}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${listed.join("")}</sheets></workbook>`,
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      text: `${xml}<Relationships xmlns="${packaged}/relationships">${targets.join("")}<Relationship Id="rId${sheets.length + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    },
    { name: "xl/styles.xml", text: styles },
  ];
}

/** The formats in the order of `cellStyles`. */
const styles = `${xml}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd hh:mm:ss.000"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`;

function textCell(text: string, style: number): string {
  return `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

function escaped(text: string): string {
  return text
    .replace(/_(x[0-9A-Fa-f]{4}_)/g, "_x005F_$1")
    .replace(/\p{Cc}/gu, (found) => {
      const code = found.charCodeAt(0);
      return code > 31 || code === 9 || code === 10 ? found : `_x${code.toString(16).toUpperCase().padStart(4, "0")}_`;
    })
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
