import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The text of a file of the repository. */
export function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** The files of a folder that end in `ending`; the folder with them. */
export function filesOf(folder: string, ending: string): string[] {
  return readdirSync(join(root, folder))
    .filter((file) => file.endsWith(ending))
    .map((file) => `${folder}/${file}`);
}

/** The lines that a program is to print, by its `//=>` comments, in order. */
export function expectedLines(source: string): string[] {
  return [...source.matchAll(/\/\/=> ?(.*)$/gm)].map(([, text]) => (text as string).trimEnd());
}

/** The TypeScript blocks of a Markdown file. */
export function blocksOf(markdown: string): string[] {
  return [...markdown.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => (code as string).trimEnd());
}

/** The regions of an example: what a guide may show of it. Its imports, too. */
export function regionsOf(source: string): string[] {
  return [...source.matchAll(/^\/\/ #region [^\n]*\n(.*?)^\/\/ #endregion$/gms)].map(([, code]) =>
    (code as string).trimEnd(),
  );
}
