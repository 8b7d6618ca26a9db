/**
 * Renders the app in place of the markup from the server. If a button has the focus, the new button with the same label
 * gets the focus. If a button was pressed before (see wire/first-open-script.ts), the new button with the same label is
 * clicked.
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
