import { useIntl } from 'react-intl';
import { usePortalSelector } from './portal-context.tsx';
import { useText } from './text.ts';

/** The name of the portal in the shown language: the configured name, or the default name. */
export function useBrandName(): string {
  const text = useText();
  const { locale } = useIntl();
  const name = usePortalSelector(({ context }) => context.config.branding.name);
  return name?.[locale === 'ko' ? 'ko' : 'en'] ?? text('brand.name');
}
