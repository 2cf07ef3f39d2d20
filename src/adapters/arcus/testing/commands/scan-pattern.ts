const LONGEST = 64;
const MOST_STARS = 4;
const PART = /\\[\\*?]|[^\\]/gs;

/** True for a pattern the server takes: at most 64 characters and 4 stars, backslashes only before `*`, `?` and `\`. */
export function isScanPattern(pattern: string): boolean {
  const parts = pattern.match(PART) ?? [];
  const stars = parts.filter((part) => part === '*').length;
  return pattern.length > 0 && pattern.length <= LONGEST && parts.join('') === pattern && stars <= MOST_STARS;
}

/** Matches with `*` for any characters, `?` for one, and a backslash for the character behind it. The pattern must be a valid one. */
export function matchesPattern(text: string, pattern: string): boolean {
  const parts = pattern.match(PART) ?? [];
  let at = 0;
  let part = 0;
  let star = -1;
  let retry = 0;
  while (at < text.length) {
    const current = parts[part];
    if (current === '*') {
      star = part++;
      retry = at;
    } else if (current !== undefined && (current === '?' || current.at(-1) === text[at])) {
      part++;
      at++;
    } else if (star >= 0) {
      part = star + 1;
      at = ++retry;
    } else {
      return false;
    }
  }
  return parts.slice(part).every((rest) => rest === '*');
}
