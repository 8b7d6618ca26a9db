import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { deviceNotFound } from '#lab/devices/device-list.ts';
import type { DeviceStore } from '#lab/devices/device-store.ts';
import { type DeviceOwner, findOwner } from '#lab/devices/owners.ts';
import type { LabOptions } from '#lab/options.ts';
import { findAppLink } from '#lab/phone/find-link.ts';
import { createAppRegistrar, storeApp } from '#lab/phone/register-by-link.ts';
import { scannedApp } from '#lab/phone/standard-app.ts';
import { type Bilingual, languageOf } from '#lab/web/language.ts';
import { bodyOf, wantsPage } from '#lab/web/negotiation.ts';
import { sameOriginOnly } from '#lab/web/same-origin.ts';
import { readQrText } from '#wire/qr-login.ts';
import { deviceCalls } from './device-calls.ts';
import { decisionPage, failurePage, questionPage, scannerPage } from './page.ts';
import { SCANNER_SCRIPT } from './script.ts';

const JAVASCRIPT_HEADERS = { 'Content-Type': 'text/javascript; charset=utf-8' };
const readJsQr = (): string => readFileSync(fileURLToPath(import.meta.resolve('jsqr')), 'utf8');

const FOREIGN_CODE_TEXT: Bilingual = {
  ko: '이 포털의 로그인 코드가 아니에요. 앱은 등록된 포털의 코드만 승인해요.',
  en: 'This is not a sign-in code of this portal. The app only approves codes of its own portal.',
};

const NO_DECISION_TEXT: Bilingual = {
  ko: '화면에 나온 두 자리 숫자를 선택하거나 거절해 주세요.',
  en: 'Choose the two-digit number on the screen, or decline.',
};

const scanRequest = v.object({ text: v.string() });

/** Body of a decision. The parsed value is the chosen number, or null when the person declines. */
const decisionRequest = v.union([
  v.pipe(
    v.object({ number: v.pipe(v.string(), v.regex(/^\d{2}$/)) }),
    v.transform(({ number }): string | null => number),
  ),
  v.pipe(
    v.object({ decline: v.union([v.literal('Y'), v.literal(true)]) }),
    v.transform((): string | null => null),
  ),
]);

type Options = Pick<LabOptions, 'accounts' | 'portalUrl' | 'portalFetch' | 'appScheme'>;

/**
 * The pages and JSON calls of the scanner in the phone's app. The scanner reads a QR code, shows the sign-in that waits
 * for approval, and sends the decision of the person to the portal.
 */
export function scannerRoutes(
  owners: readonly DeviceOwner[],
  store: Pick<DeviceStore, 'apps'>,
  options: Options,
): Hono {
  /**
   * The account in the address. Every account can scan, but only an account with a registered app can approve a
   * sign-in.
   */
  const findAccountOwner = (c: Context): DeviceOwner | null =>
    owners.find(
      ({ userId }) =>
        userId === c.req.param('userId') && options.accounts.some((account) => account.userId === userId),
    ) ?? null;
  const findAppOwner = (c: Context) => {
    const owner = findOwner(owners, 'phone', c.req.param('userId') ?? '');
    const appKey = owner?.devices.appKey;
    if (!owner || !appKey) return null;
    return { owner, calls: deviceCalls(options, { appKey, language: languageOf(c) }) };
  };

  const refuse = (c: Context, owner: DeviceOwner, problem: string) =>
    wantsPage(c) ? failurePage(c, owner, problem) : c.json({ problems: [problem] }, 400);

  /** Registers the app of the phone with the app link in a scanned QR code. */
  const register = createAppRegistrar(store, options, refuse);

  return new Hono()
    .get('/scanner.js', (c) => c.body(SCANNER_SCRIPT, 200, JAVASCRIPT_HEADERS))
    .get('/jsqr.js', (c) => c.body(readJsQr(), 200, JAVASCRIPT_HEADERS))
    .get('/phone/:userId/scan', (c) => {
      const owner = findAccountOwner(c);
      return owner ? scannerPage(c, owner) : deviceNotFound(c);
    })
    .post('/phone/:userId/scan', sameOriginOnly, async (c) => {
      const owner = findAccountOwner(c);
      if (!owner) return deviceNotFound(c);
      const parsed = v.safeParse(scanRequest, await bodyOf(c));
      const link = parsed.success ? await findAppLink(options, parsed.output.text, languageOf(c)) : null;
      if (link) return link.ok ? register(c, owner, link.value) : refuse(c, owner, link.problem);
      const standardApp = parsed.success ? scannedApp(parsed.output.text) : null;
      if (standardApp) return storeApp(store, c, owner, standardApp);
      const appOwner = findAppOwner(c);
      if (!appOwner) return refuse(c, owner, FOREIGN_CODE_TEXT[languageOf(c)]);
      const code = parsed.success ? readQrText(options.appScheme, parsed.output.text.trim()) : null;
      if (code?.portal !== new URL(options.portalUrl).origin)
        return refuse(c, owner, FOREIGN_CODE_TEXT[languageOf(c)]);
      const portalAnswer = await appOwner.calls.loginRequest(code.qrId);
      if (!portalAnswer.ok) return refuse(c, owner, portalAnswer.problem);
      return wantsPage(c)
        ? questionPage(c, owner, code.qrId, portalAnswer.value)
        : c.json({ qrId: code.qrId, ...portalAnswer.value });
    })
    .get('/phone/:userId/scan/:qrId', (c) => c.redirect(`/phone/${c.req.param('userId')}/scan`, 303))
    .post('/phone/:userId/scan/:qrId', sameOriginOnly, async (c) => {
      const appOwner = findAppOwner(c);
      if (!appOwner) return deviceNotFound(c);
      const { owner, calls } = appOwner;
      const parsed = v.safeParse(decisionRequest, await bodyOf(c));
      if (!parsed.success) return refuse(c, owner, NO_DECISION_TEXT[languageOf(c)]);
      const portalAnswer = await calls.decide(c.req.param('qrId'), parsed.output);
      if (!portalAnswer.ok) return refuse(c, owner, portalAnswer.problem);
      return wantsPage(c) ? decisionPage(c, owner, portalAnswer.value.outcome) : c.json(portalAnswer.value);
    });
}
