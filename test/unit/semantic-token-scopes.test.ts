import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { allInlayHints } from "../../src/languages/core/requests/inlay-hint-choice.ts";
import { semanticTokenModifiers, semanticTokenTypes } from "../../src/languages/sql-like/structure/semantic-tokens.ts";
import { readManifestSettings } from "../support/manifest-settings.ts";

const { contributes } = JSON.parse(readFileSync("package.json", "utf8"));

/** What every editor of the protocol knows by itself; only those of them that the language uses. */
const standardTypes = ["function", "parameter", "property", "label"];
const standardModifiers = ["deprecated"];

const idsOf = (contributed: readonly { readonly id: string }[]) => contributed.map(({ id }) => id);

describe("what the manifest says of the language's names", () => {
  it("has every type and modifier of tokens that VS Code does not know by itself, and no other", () => {
    assert.deepEqual(
      [...idsOf(contributes.semanticTokenTypes), ...standardTypes].toSorted(),
      [...semanticTokenTypes].toSorted(),
    );
    assert.deepEqual(
      [...idsOf(contributes.semanticTokenModifiers), ...standardModifiers].toSorted(),
      [...semanticTokenModifiers].toSorted(),
    );
  });

  it("gives every type and modifier a scope that themes colour, modifiers last so that they win", () => {
    const languages: { readonly language: string; readonly scopes: object }[] = contributes.semanticTokenScopes;
    assert.deepEqual(
      languages.map(({ language }) => language),
      ["workforce-sqllike", "workforce-sqllike-shell"],
    );
    for (const { language, scopes } of languages) {
      const selectors = Object.keys(scopes);
      assert.deepEqual(selectors.slice(0, semanticTokenTypes.length).toSorted(), [...semanticTokenTypes].toSorted());
      assert.deepEqual(
        selectors.slice(semanticTokenTypes.length),
        semanticTokenModifiers.map((modifier) => `*.${modifier}`),
      );
      const defaults = contributes.configurationDefaults[`[${language}]`];
      assert.equal(defaults["editor.semanticHighlighting.enabled"], true);
    }
  });

  it("has a setting for every kind of inlay hint", () => {
    const prefix = "workforce.editor.inlayHints.";
    const settings = Object.keys(readManifestSettings()).filter((name) => name.startsWith(prefix));
    assert.deepEqual(
      settings,
      Object.keys(allInlayHints).map((name) => prefix + name),
    );
  });
});
