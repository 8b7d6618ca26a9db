import { randomBytes } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { genericGrantRequest, initiateDeviceAuthorization, ResponseBodyError } from 'openid-client';
import type { LabOptions } from '#lab/options.ts';
import { type SignInFailure, signInFailureOf } from '#lab/service/failure.ts';
import { createPortalDiscovery } from '#lab/service/relying-party.ts';
import type { Bilingual } from '#lab/web/language.ts';
import { labPage } from '#lab/web/page.ts';

const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:device_code';

/**
 * Seconds between two polls. After each answer `slow_down`, the time is longer by the same number (RFC 8628, section
 * 3.5).
 */
const POLL_INTERVAL_SECONDS = 5;
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
  /** Address of the page on which the person types the code. */
  readonly address: string;
  /** Address of the same page with the code already filled in. */
  readonly filledAddress: string;
  intervalSeconds: number;
  /** The ID of the signed-in person, or the failure; null while the device waits. */
  outcome: { readonly userId: string } | SignInFailure | null;
};

const beginForm = (title: string) =>
  html`<form method="post" action="/television"><p class="row"><button class="button" type="submit">${title}</button></p></form>`;

/** The pages of a device without a browser, which uses a device sign-in (RFC 8628). */
export function televisionRoutes(options: LabOptions): Hono {
  const discoverPortal = createPortalDiscovery(options);
  const startedSignIns = new Map<string, StartedSignIn>();

  const failurePage = (c: Context, { code, description, status }: SignInFailure) =>
    labPage(
      c,
      (language) => ({
        title: TEXTS.refused[language],
        body: html`<h1>${TEXTS.refused[language]}</h1><p><code>${code}</code> ${description}</p>${beginForm(TEXTS.again[language])}`,
      }),
      status,
    );

  /** Requests the result of a started sign-in from the portal and stores it as the outcome. */
  async function poll(startedSignIn: StartedSignIn): Promise<void> {
    try {
      const tokens = await genericGrantRequest(await discoverPortal(), GRANT_TYPE, {
        device_code: startedSignIn.deviceCode,
      });
      startedSignIn.outcome = { userId: String(tokens.claims()?.sub) };
    } catch (error) {
      const code = error instanceof ResponseBodyError ? error.error : '';
      if (code === 'slow_down') startedSignIn.intervalSeconds += POLL_INTERVAL_SECONDS;
      if (code === 'authorization_pending' || code === 'slow_down') return;
      startedSignIn.outcome = signInFailureOf(error);
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
        const answer = await initiateDeviceAuthorization(await discoverPortal(), { scope: 'openid profile' });
        const id = randomBytes(12).toString('base64url');
        startedSignIns.set(id, {
          deviceCode: answer.device_code,
          userCode: answer.user_code,
          address: answer.verification_uri,
          filledAddress: answer.verification_uri_complete ?? answer.verification_uri,
          intervalSeconds: POLL_INTERVAL_SECONDS,
          outcome: null,
        });
        for (const oldId of [...startedSignIns.keys()].slice(0, -MAX_STARTED_SIGN_INS))
          startedSignIns.delete(oldId);
        return c.redirect(`/television/${id}`, 303);
      } catch (error) {
        return failurePage(c, signInFailureOf(error));
      }
    })
    .get('/television/:id', async (c) => {
      const startedSignIn = startedSignIns.get(c.req.param('id'));
      if (!startedSignIn) return c.notFound();
      if (startedSignIn.outcome === null) await poll(startedSignIn);
      const { outcome, userCode, address, filledAddress } = startedSignIn;
      if (outcome !== null && 'code' in outcome) return failurePage(c, outcome);
      if (outcome === null) c.header('Refresh', String(startedSignIn.intervalSeconds));
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
