import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { deviceNotFound } from '#lab/devices/device-list.ts';
import type { DeviceStore } from '#lab/devices/device-store.ts';
import { type Owner, ownerOf } from '#lab/devices/owners.ts';
import type { LabOptions } from '#lab/options.ts';
import { linkOf } from '#lab/phone/find-link.ts';
import { registrarByLink, storeApp } from '#lab/phone/register-by-link.ts';
import { scannedApp } from '#lab/phone/standard-app.ts';
import { type Bilingual, languageOf } from '#lab/web/language.ts';
import { bodyOf, wantsPage } from '#lab/web/negotiation.ts';
import { ownPagesOnly } from '#lab/web/own-pages.ts';
import { readQrText } from '#wire/qr-login.ts';
import { deviceCalls } from './device-call.ts';
import { decisionPage, failedPage, questionPage, scannerPage } from './page.ts';
import { SCANNER_SCRIPT } from './script.ts';

const JS = { 'Content-Type': 'text/javascript; charset=utf-8' };
const jsQr = (): string => readFileSync(fileURLToPath(import.meta.resolve('jsqr')), 'utf8');

const FOREIGN_CODE: Bilingual = {
  ko: '이 포털의 로그인 코드가 아니에요. 앱은 등록된 포털의 코드만 승인해요.',
  en: 'This is not a sign-in code of this portal. The app only approves codes of its own portal.',
};

const NO_DECISION: Bilingual = {
  ko: '화면에 나온 두 자리 숫자를 선택하거나 거절해 주세요.',
  en: 'Choose the two-digit number on the screen, or decline.',
};

const scanRequest = v.object({ text: v.string() });

/** The chosen number; null declines. */
const decision = v.union([
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
 * The scanner of the phone's app: it reads a code, shows the request, and sends the person's decision to the portal.
 */
export function scanner(owners: readonly Owner[], store: Pick<DeviceStore, 'apps'>, options: Options): Hono {
  /** Every account may scan; answering a sign-in needs a registered app. */
  const findOwner = (c: Context): Owner | null =>
    owners.find(
      ({ userId }) =>
        userId === c.req.param('userId') && options.accounts.some((account) => account.userId === userId),
    ) ?? null;
  const appHolder = (c: Context) => {
    const owner = ownerOf(owners, 'phone', c.req.param('userId') ?? '');
    const appKey = owner?.devices.appKey;
    if (!owner || !appKey) return null;
    return { owner, calls: deviceCalls(options, { appKey, language: languageOf(c) }) };
  };

  const refuse = (c: Context, owner: Owner, problem: string) =>
    wantsPage(c) ? failedPage(c, owner, problem) : c.json({ problems: [problem] }, 400);

  /** Registers the app by the QR code of the registration screen. */
  const register = registrarByLink(store, options, refuse);

  return new Hono()
    .get('/scanner.js', (c) => c.body(SCANNER_SCRIPT, 200, JS))
    .get('/jsqr.js', (c) => c.body(jsQr(), 200, JS))
    .get('/phone/:userId/scan', (c) => {
      const owner = findOwner(c);
      return owner ? scannerPage(c, owner) : deviceNotFound(c);
    })
    .post('/phone/:userId/scan', ownPagesOnly, async (c) => {
      const phone = findOwner(c);
      if (!phone) return deviceNotFound(c);
      const parsed = v.safeParse(scanRequest, await bodyOf(c));
      const link = parsed.success ? await linkOf(options, parsed.output.text, languageOf(c)) : null;
      if (link) return link.ok ? register(c, phone, link.value) : refuse(c, phone, link.problem);
      const standard = parsed.success ? scannedApp(parsed.output.text) : null;
      if (standard) return storeApp(store, c, phone, standard);
      const holder = appHolder(c);
      if (!holder) return refuse(c, phone, FOREIGN_CODE[languageOf(c)]);
      const { owner, calls } = holder;
      const code = parsed.success ? readQrText(options.appScheme, parsed.output.text.trim()) : null;
      if (code?.portal !== new URL(options.portalUrl).origin)
        return refuse(c, owner, FOREIGN_CODE[languageOf(c)]);
      const portalAnswer = await calls.loginRequest(code.qrId);
      if (!portalAnswer.ok) return refuse(c, owner, portalAnswer.problem);
      return wantsPage(c)
        ? questionPage(c, owner, code.qrId, portalAnswer.value)
        : c.json({ qrId: code.qrId, ...portalAnswer.value });
    })
    .get('/phone/:userId/scan/:qrId', (c) => c.redirect(`/phone/${c.req.param('userId')}/scan`, 303))
    .post('/phone/:userId/scan/:qrId', ownPagesOnly, async (c) => {
      const holder = appHolder(c);
      if (!holder) return deviceNotFound(c);
      const { owner, calls } = holder;
      const parsed = v.safeParse(decision, await bodyOf(c));
      if (!parsed.success) return refuse(c, owner, NO_DECISION[languageOf(c)]);
      const portalAnswer = await calls.decide(c.req.param('qrId'), parsed.output);
      if (!portalAnswer.ok) return refuse(c, owner, portalAnswer.problem);
      return wantsPage(c) ? decisionPage(c, owner, portalAnswer.value.outcome) : c.json(portalAnswer.value);
    });
}
