import { useIntl } from 'react-intl';
import { titleKeyOf } from '#machines/portal/portal.selectors.ts';
import type { MessageKey } from './messages.ts';
import { usePortalSelector } from './portal-context.tsx';

/** Key of the screen's title; the portal's while the texts of the later screens are loading (rule 36). */
export function useScreenTitle(): MessageKey {
  const { messages } = useIntl();
  const title = usePortalSelector(titleKeyOf) as MessageKey;
  return title in messages ? title : 'title.portal';
}
