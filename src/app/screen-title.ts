import { useIntl } from 'react-intl';
import { titleKeyOf } from '#machines/portal/portal.selectors.ts';
import type { MessageKey } from './messages.ts';
import { usePortalSelector } from './portal-context.tsx';

/**
 * The text key of the current screen's title. The key of the portal's title while the text is still loading (rule 36).
 */
export function useScreenTitleKey(): MessageKey {
  const { messages } = useIntl();
  const titleKey = usePortalSelector(titleKeyOf) as MessageKey;
  return titleKey in messages ? titleKey : 'title.portal';
}
