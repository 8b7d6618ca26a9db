/** Sentences for the one moment at which no text file is there: both languages at once. */
const SENTENCES = [
  ['ko', '화면을 불러오지 못했어요. 연결을 확인한 뒤 새로 고쳐 주세요.'],
  ['en', 'The page could not be loaded. Check your connection and reload.'],
] as const;

/** Stands in for the portal when its texts could not be fetched. */
export function showStartFailure(root: HTMLElement): void {
  const paragraphs = SENTENCES.map(([language, sentence]) => {
    const paragraph = document.createElement('p');
    paragraph.lang = language;
    paragraph.textContent = sentence;
    return paragraph;
  });
  const reload = document.createElement('button');
  reload.type = 'button';
  reload.textContent = '새로 고침 · Reload';
  reload.addEventListener('click', () => window.location.reload());
  const main = document.createElement('main');
  main.setAttribute('role', 'alert');
  main.append(...paragraphs, reload);
  root.replaceChildren(main);
}
