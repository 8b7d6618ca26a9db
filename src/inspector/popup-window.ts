/**
 * Moves an element into a separate window, and back into the page when that window is closed. When the page is closed,
 * the window is closed as well.
 * @returns the window, or null if the browser does not open a window
 */
export function openWindow(pageWindow: Window, host: HTMLElement, onClose: () => void): Window | null {
  const popup = pageWindow.open('', 'munjigi-inspector', 'popup,width=1200,height=800');
  if (!popup) return null;
  popup.document.title = 'Munjigi inspector';
  popup.document.body.style.margin = '0';
  popup.document.body.replaceChildren(host);
  const closePopup = () => popup.close();
  pageWindow.addEventListener('pagehide', closePopup);
  popup.addEventListener('pagehide', () => {
    pageWindow.removeEventListener('pagehide', closePopup);
    pageWindow.document.body.append(host);
    onClose();
  });
  return popup;
}
