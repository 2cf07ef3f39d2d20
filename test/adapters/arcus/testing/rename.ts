const COMMANDS = new Set(
  'set add replace append prepend cas get gets mget mgets incr decr delete touch getattr setattr lop sop mop bop stats flush_all flush_prefix config version ready quit scan help cmdlog lqdetect shutdown scrub'.split(
    ' ',
  ),
);
/** Those whose second word is a key or prefix. */
const KEYED = /^(?:set|add|replace|append|prepend|cas|gets?|incr|decr|delete|touch|[gs]etattr|flush_prefix)$/;
const STATUS =
  /^(?:[A-Z][A-Z_]+(?: |$)|POSITION=|COUNT=|\d+$|(?:max|scrub)_|verbosity |maxconns |memlimit |sticky_limit )/;

/** The request with every key, field and value in upper case: other names of the same length, order and kind. */
export function renameRequest(text: string): string {
  return eachLine(text, (line) => {
    const words = line.split(' ');
    if (!COMMANDS.has(words[0] ?? '')) return upper(line);
    const family = /^[lsmb]op$/.test(words[0] ?? '');
    const manyKeys = words[0] === 'get' || words[0] === 'gets';
    return words
      .map((word, at) => {
        const isKey = family ? at === 2 : (at === 1 && KEYED.test(words[0] ?? '')) || (manyKeys && at > 1);
        const isField = words[0] === 'mop' && at === 3;
        return isKey || isField ? upper(word) : word;
      })
      .join(' ');
  });
}

/** What the server must answer to the renamed request. */
export function renameResponse(text: string): string {
  return eachLine(text, (line) => {
    if (line.startsWith('VALUE ') || line.startsWith('ELEMENT ')) return upper(line);
    return STATUS.test(line) ? line : upper(line);
  });
}

function eachLine(text: string, rename: (line: string) => string): string {
  return text
    .split(/(\r?\n)/)
    .map((part, at) => (at % 2 === 0 ? rename(part) : part))
    .join('');
}

/** Upper case but for the mark of hexadecimal numbers and the words that are not names. */
function upper(text: string): string {
  return text.replace(/\b0x[0-9A-Fa-f]+|<null>|[a-z]/g, (part) => (part.length > 1 ? part : part.toUpperCase()));
}
