/** The file of the built portal that holds its first screen as markup; it is for servers, not for browsers. */
export const FIRST_SCREEN_FILE = 'first-screen.json';

/** Stands for the operator's name and for the address of the operator's logo in that markup. */
export const BRAND_NAME = '{{brand-name}}';
export const BRAND_LOGO = '/{{brand-logo}}';

/** With the portal's own name, or with the operator's. */
type Named = { readonly own: string; readonly named: string };

/** The markup of the ID entry for the element `root`, by language: with the portal's mark, or the operator's logo. */
export type FirstScreens = Readonly<Record<'ko' | 'en', { readonly plain: Named; readonly withLogo: Named }>>;

/** The name under which the page keeps the button that was pressed last. */
export const PRESSED = 'munjigiPressed';

/** Notes what is pressed before the portal's script has arrived, which then presses it once more. */
export const NOTE_PRESSED = `addEventListener('click',(e)=>{${PRESSED}=e.target.closest('button')},true);var ${PRESSED}`;
