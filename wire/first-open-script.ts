import { EARLY_SCRIPT } from './early-script.ts';
import { FIRST_SCREEN_ELEMENT, HAS_ACCOUNTS_KEY } from './phone-app.ts';

/**
 * Inline script of the web app's page. When a phone without accounts opens the app for the first time, this script
 * shows the first screen from a template before the app has loaded. It stores the label of a button that is pressed
 * before then in `data-pressed`. When the app's script cannot be loaded, a message replaces the screen.
 */
export const FIRST_OPEN_SCRIPT = [
  `{let d=document,r=d.getElementById('root'),t=d.getElementById('${FIRST_SCREEN_ELEMENT}'),isFirst=false;`,
  "try{isFirst=location.hash===''&&!navigator.serviceWorker?.controller&&",
  `localStorage.getItem('${HAS_ACCOUNTS_KEY}')===null}catch{}`,
  'if(isFirst){r.append(t.content);',
  "r.onclick=e=>{let b=e.target.closest('button');if(b)r.dataset.pressed=b.textContent}}",
  "addEventListener('error',e=>{if(e.target.tagName==='SCRIPT')r.replaceChildren()},true)}",
  EARLY_SCRIPT,
].join('');
