import { randomBytes } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { genericGrantRequest, initiateDeviceAuthorization, ResponseBodyError } from 'openid-client';
import type { LabOptions } from '#lab/options.ts';
import { type SignInFailure, signInFailure } from '#lab/service/failure.ts';
import { discovery } from '#lab/service/relying-party.ts';
import type { Bilingual } from '#lab/web/language.ts';
import { labPage } from '#lab/web/page.ts';

const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:device_code';

/** Seconds between two polls, and the increase after each `slow_down` (RFC 8628, section 3.5). */
const INTERVAL_SECONDS = 5;
const MAX_STARTED_SIGN_INS = 50;

/** Texts of the television. */
export const TEXTS = {
  title: { ko: '텔레비전', en: 'The television' },
  lead: {
    ko: '브라우저가 없는 기기예요. 코드를 보여 주고, 휴대폰이나 컴퓨터에서 로그인하기를 기다려요.',
    en: 'A device without a browser: it shows a code, and waits until you have signed in on a phone or computer.',
  },
  begin: { ko: '텔레비전에서 로그인 시작', en: 'Begin a sign-in at the television' },
  again: { ko: '다시 시작', en: 'Begin again' },
  code: { ko: '코드', en: 'Code' },
  open: { ko: '코드 입력 화면 열기', en: 'Open the page that takes the code' },
  openFilled: { ko: '코드가 채워진 화면 열기', en: 'Open it with the code filled in' },
  waiting: { ko: '로그인을 기다리고 있어요', en: 'Waiting for your sign-in' },
  signedIn: { ko: '로그인했어요', en: 'Signed in' },
  refused: { ko: '로그인하지 못했어요', en: 'Not signed in' },
} as const satisfies Record<string, Bilingual>;

type StartedSignIn = {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly address: string;
  readonly filledAddress: string;
  intervalSeconds: number;
  /** The person who has signed in, or the failure; null while the device waits. */
  outcome: { readonly userId: string } | SignInFailure | null;
};

const beginForm = (title: string) =>
  html`<form method="post" action="/television"><p class="row"><button class="button" type="submit">${title}</button></p></form>`;

/** A device that signs in without a browser (RFC 8628). */
export function television(options: LabOptions): Hono {
  const portal = discovery(options);
  const startedSignIns = new Map<string, StartedSignIn>();

  const failed = (c: Context, { code, description, status }: SignInFailure) =>
    labPage(
      c,
      (language) => ({
        title: TEXTS.refused[language],
        body: html`<h1>${TEXTS.refused[language]}</h1><p><code>${code}</code> ${description}</p>${beginForm(TEXTS.again[language])}`,
      }),
      status,
    );

  async function poll(entry: StartedSignIn): Promise<void> {
    try {
      const tokens = await genericGrantRequest(await portal(), GRANT_TYPE, { device_code: entry.deviceCode });
      entry.outcome = { userId: String(tokens.claims()?.sub) };
    } catch (error) {
      const code = error instanceof ResponseBodyError ? error.error : '';
      if (code === 'slow_down') entry.intervalSeconds += INTERVAL_SECONDS;
      if (code === 'authorization_pending' || code === 'slow_down') return;
      entry.outcome = signInFailure(error);
    }
  }

  return new Hono()
    .get('/television', (c) =>
      labPage(c, (language) => ({
        title: TEXTS.title[language],
        body: html`<h1>${TEXTS.title[language]}</h1><p class="lead">${TEXTS.lead[language]}</p>${beginForm(TEXTS.begin[language])}`,
      })),
    )
    .post('/television', async (c) => {
      try {
        const answer = await initiateDeviceAuthorization(await portal(), { scope: 'openid profile' });
        const id = randomBytes(12).toString('base64url');
        startedSignIns.set(id, {
          deviceCode: answer.device_code,
          userCode: answer.user_code,
          address: answer.verification_uri,
          filledAddress: answer.verification_uri_complete ?? answer.verification_uri,
          intervalSeconds: INTERVAL_SECONDS,
          outcome: null,
        });
        for (const old of [...startedSignIns.keys()].slice(0, -MAX_STARTED_SIGN_INS))
          startedSignIns.delete(old);
        return c.redirect(`/television/${id}`, 303);
      } catch (error) {
        return failed(c, signInFailure(error));
      }
    })
    .get('/television/:id', async (c) => {
      const entry = startedSignIns.get(c.req.param('id'));
      if (!entry) return c.notFound();
      if (entry.outcome === null) await poll(entry);
      const { outcome, userCode, address, filledAddress } = entry;
      if (outcome !== null && 'code' in outcome) return failed(c, outcome);
      if (outcome === null) c.header('Refresh', String(entry.intervalSeconds));
      return labPage(c, (language) => {
        const title = (outcome ? TEXTS.signedIn : TEXTS.waiting)[language];
        return {
          title,
          body: outcome
            ? html`<h1>${title}</h1><p class="lead">${outcome.userId}</p>${beginForm(TEXTS.again[language])}`
            : html`<h1>${title}</h1><p>${TEXTS.code[language]}: <code>${userCode}</code></p>
<p class="row"><a class="button" href="${address}" target="_blank" rel="noopener">${TEXTS.open[language]}</a>
<a class="button quiet" href="${filledAddress}" target="_blank" rel="noopener">${TEXTS.openFilled[language]}</a></p>`,
        };
      });
    });
}
