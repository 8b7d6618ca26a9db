import { html } from 'hono/html';
import type { Language } from '#i18n/locale.ts';
import type { ServerPage } from './document.ts';
import type { Bilingual } from './language.ts';

/** Script that submits the only form of a page. Without scripts, the person presses the button of the form. */
export const SUBMIT_SCRIPT = 'document.forms[0].submit();';

/** Heading of the submission page. */
export const SUBMISSION_TITLE: Bilingual = {
  ko: '서비스로 돌아가고 있어요',
  en: 'Taking you back to the service',
};
const HINT: Bilingual = {
  ko: '바로 넘어가지 않으면 계속을 눌러 주세요.',
  en: 'If nothing happens, choose Continue.',
};
const CONTINUE: Bilingual = { ko: '계속', en: 'Continue' };

/**
 * A page that posts a response to a service as a form.
 * @param action address of the service that receives the form
 */
export const submissionPage = (
  language: Language,
  action: string,
  fields: Readonly<Record<string, string>>,
): Omit<ServerPage, 'language'> => ({
  title: SUBMISSION_TITLE[language],
  script: SUBMIT_SCRIPT,
  body: html`<p class="muted">${HINT[language]}</p>
<form method="post" action="${action}">
${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button class="action" type="submit">${CONTINUE[language]}</button>
</form>`,
});
