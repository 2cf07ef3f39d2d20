import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

const coloured = process.stdout.isTTY === true && process.stdout.hasColors();

/** Text in a style, where the terminal has one. */
export function paint(style: Style, text: string): string {
  return coloured ? styleText(style, text) : text;
}
