import { RELOAD_LABEL, START_FAILURE } from '#wire/server-portal.ts';

/** Shows a message in both languages instead of the portal, because the texts of the portal could not be fetched. */
export function showStartFailure(root: HTMLElement): void {
  const paragraphs = Object.entries(START_FAILURE).map(([language, sentence]) => {
    const paragraph = document.createElement('p');
    paragraph.lang = language;
    paragraph.textContent = sentence;
    return paragraph;
  });
  const reloadButton = document.createElement('button');
  reloadButton.type = 'button';
  reloadButton.textContent = RELOAD_LABEL;
  reloadButton.addEventListener('click', () => window.location.reload());
  const main = document.createElement('main');
  main.className = 'start-failure';
  main.setAttribute('role', 'alert');
  main.append(...paragraphs, reloadButton);
  root.replaceChildren(main);
}
