import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A fenced block of a Markdown file. */
export interface Block {
  readonly language: string;
  readonly text: string;
}

/** The text of a file of the repository. */
export function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** The files of a folder that end in `ending`; the folder with them. */
export function filesOf(folder: string, ending: string): string[] {
  return filesUnder(folder, ending).filter((file) => !file.slice(folder.length + 1).includes('/'));
}

/** The files under a folder, at any depth, that end in `ending`; the folder with them. */
export function filesUnder(folder: string, ending: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith(ending))
    .sort();
}

/** The lines that a program is to print, by its `//=>` comments, in order. */
export function expectedLines(source: string): string[] {
  return [...source.matchAll(/\/\/=> ?(.*)$/gm)].map(([, text]) => (text as string).trimEnd());
}

/** The fenced blocks of a Markdown file, in order. */
export function blocksOf(markdown: string): Block[] {
  return [...markdown.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language, text]) => ({
    language: language as string,
    text: (text as string).trimEnd(),
  }));
}

/** What a page may show of an example: its regions, without their indentation; a file without regions as a whole. */
export function regionsOf(source: string): string[] {
  const regions = [...source.matchAll(/^ *\/\/ #region [^\n]*\n(.*?)^ *\/\/ #endregion$/gms)];
  return regions.length === 0
    ? [source.trimEnd()]
    : regions.map(([, code]) => withoutIndent((code as string).trimEnd()));
}

function withoutIndent(code: string): string {
  const lines = code.split('\n');
  const indents = lines.filter((line) => line !== '').map((line) => line.length - line.trimStart().length);
  return lines.map((line) => line.slice(Math.min(...indents))).join('\n');
}
