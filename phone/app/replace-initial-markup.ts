/**
 * Renders the app instead of the markup that the page began with. The focus stays on the same button, and a button
 * that was pressed before (see wire/first-open-script.ts) is pressed again. Buttons are matched by their labels.
 */
export function replaceInitialMarkup(root: HTMLElement, render: () => void): void {
  const { pressed } = root.dataset;
  const focused = root.querySelector('button:focus')?.textContent;
  const buttonWith = (label: string | undefined) =>
    [...root.querySelectorAll('button')].find(({ textContent }) => textContent === label);
  render();
  root.onclick = null;
  delete root.dataset['pressed'];
  buttonWith(focused)?.focus();
  buttonWith(pressed)?.click();
}
