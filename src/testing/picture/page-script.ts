/** What makes the page answer to the keyboard and the pointer. Without it, everything is there all the same. */
export const PAGE_SCRIPT: string = `
const rows = [...document.querySelectorAll('li button')];
const choose = (row, scroll) => {
  for (const each of document.querySelectorAll('.chosen')) each.classList.remove('chosen');
  const dot = document.querySelector('circle[data-step="' + row.dataset.step + '"]');
  if (!dot) return;
  dot.classList.add('chosen');
  if (scroll) dot.scrollIntoView({ block: 'nearest', inline: 'center' });
};
const go = (row) => { if (row) { row.focus(); choose(row, true); } };
rows.forEach((row, at) => {
  row.addEventListener('focus', () => choose(row, false));
  row.addEventListener('click', () => choose(row, true));
  row.addEventListener('keydown', (event) => {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(rows[to]);
  });
});
for (const dot of document.querySelectorAll('circle')) {
  dot.addEventListener('click', () => go(rows.find((row) => row.dataset.step === dot.dataset.step)));
}
document.querySelector('#to-decisive')?.addEventListener('click', (event) => {
  event.preventDefault();
  go(document.querySelector('li.decisive button'));
});
`;
