import type { Language } from '#i18n/locale.ts';
import { logoIn } from '#server/config/branding.ts';
import { wireClientId } from '#server/config/problems.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { servicesOf } from '#server/config/services.ts';
import type { Portal } from '#server/login/portal.ts';
import { minLifetimeMs } from '#server/storage/sessions/sessions.ts';
import type { InitialData } from '#wire/initial-data.ts';
import type { Branding, PortalLogin, RuntimeConfigBlock } from '#wire/runtime-config.ts';

type BrandingSettings = ServerConfig['branding'];

/** Logo and colours for a theme. */
function logoAndColors(
  { logo, colors }: Pick<BrandingSettings, 'logo' | 'colors'>,
  theme: BrandingSettings['theme'],
): Pick<Branding, 'logo' | 'colors'> {
  const picture = logoIn(logo, theme);
  const { accent, accentDark } = colors ?? {};
  return {
    ...(picture && { logo: picture }),
    ...(colors && { colors: { ...(accent && { accent }), ...(accentDark && { accentDark }) } }),
  };
}

/** The part of the configuration that the page needs. */
export function runtimeConfig(
  { config, now }: Pick<Portal, 'config' | 'now'>,
  challengeKey: string,
  serviceLanguage: Language | null,
  initialData: InitialData | null,
  login: PortalLogin | null,
): RuntimeConfigBlock {
  const { saas, phoneApp, appScheme, appName, ipUrl = '', parentOrigin = '', defaultClient = '' } = config;
  const { name, logo, theme, colors, help, contact, privacy, terms } = config.branding;
  const servicesWithBranding = servicesOf(config).flatMap(({ clientId, branding }) =>
    branding ? [[wireClientId(clientId), logoAndColors(branding, theme)] as const] : [],
  );
  return {
    saas,
    phoneApp,
    appScheme,
    appName,
    appAsksMatch: true,
    ipUrl,
    parentOrigin,
    challengeKey,
    serverTime: now(),
    sessionHeldMs: minLifetimeMs(config.session),
    timeZone: config.timeZone,
    defaultClient: wireClientId(defaultClient),
    services: servicesOf(config).flatMap(({ serviceName, initiateLoginUri }) =>
      initiateLoginUri ? [{ name: serviceName, url: initiateLoginUri }] : [],
    ),
    askedLanguage: serviceLanguage ?? '',
    known: initialData,
    login,
    branding: {
      ...(name && { name }),
      ...(help && { help }),
      ...(contact && { contact }),
      ...(privacy && { privacy }),
      ...(terms && { terms }),
      ...logoAndColors({ logo, colors }, theme),
      ...(servicesWithBranding.length > 0 && { services: Object.fromEntries(servicesWithBranding) }),
    },
  };
}
