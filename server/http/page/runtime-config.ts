import type { Language } from '#i18n/locale.ts';
import { logoIn } from '#server/config/branding.ts';
import { withoutPipes } from '#server/config/problems.ts';
import { servicesOf } from '#server/config/services.ts';
import type { Portal } from '#server/login/portal.ts';
import { heldMs } from '#server/storage/sessions/sessions.ts';
import type { Known } from '#wire/known.ts';
import type { OwnLogin, RuntimeConfigBlock } from '#wire/runtime-config.ts';

/** What the page needs of the configuration. */
export function runtimeConfig(
  { config, now }: Pick<Portal, 'config' | 'now'>,
  challengeKey: string,
  asked: Language | null,
  known: Known | null,
  login: OwnLogin | null,
): RuntimeConfigBlock {
  const { saas, appScheme, appName, ipUrl = '', parentOrigin = '', defaultClient = '' } = config;
  const { name, theme, colors, help, contact, privacy, terms } = config.branding;
  const logo = logoIn(config.branding.logo, theme);
  const { accent, accentDark } = colors ?? {};
  return {
    saas,
    appScheme,
    appName,
    appAsksMatch: true,
    ipUrl,
    parentOrigin,
    challengeKey,
    serverTime: now(),
    sessionHeldMs: heldMs(config.session),
    defaultClient: withoutPipes(defaultClient),
    services: servicesOf(config).flatMap(({ serviceName, initiateLoginUri }) =>
      initiateLoginUri ? [{ name: serviceName, url: initiateLoginUri }] : [],
    ),
    askedLanguage: asked ?? '',
    known,
    login,
    branding: {
      ...(name && { name }),
      ...(logo && { logo }),
      ...(help && { help }),
      ...(contact && { contact }),
      ...(privacy && { privacy }),
      ...(terms && { terms }),
      ...(colors && { colors: { ...(accent && { accent }), ...(accentDark && { accentDark }) } }),
    },
  };
}
