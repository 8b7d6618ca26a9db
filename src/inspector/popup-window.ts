/**
 * Moves an element into a separate window, and back when that is closed. The window closes with the page.
 * @returns null when the browser opens none
 */
export function openWindow(page: Window, host: HTMLElement, onClose: () => void): Window | null {
  const apart = page.open('', 'munjigi-inspector', 'popup,width=1200,height=800');
  if (!apart) return null;
  apart.document.title = 'Munjigi inspector';
  apart.document.body.style.margin = '0';
  apart.document.body.replaceChildren(host);
  const closePopup = () => apart.close();
  page.addEventListener('pagehide', closePopup);
  apart.addEventListener('pagehide', () => {
    page.removeEventListener('pagehide', closePopup);
    page.document.body.append(host);
    onClose();
  });
  return apart;
}
