import { useIntl } from 'react-intl';
import { usePortalSelector } from './portal-context.tsx';
import { useText } from './text.ts';

/** What the portal is called in the shown language: the operator's name for it, or its own. */
export function useBrandName(): string {
  const text = useText();
  const { locale } = useIntl();
  const name = usePortalSelector(({ context }) => context.config.branding.name);
  return name?.[locale === 'ko' ? 'ko' : 'en'] ?? text('brand.name');
}
