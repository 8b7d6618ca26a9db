import type { Language } from '#i18n/locale.ts';
import type { Service } from '#server/config/client.ts';
import type { AccountStores, Settings } from './portal.ts';

/** The text that the ID entry shows: the current notices, and the `displayContent` of the service (rule 249). */
export async function shownNotice(
  { config, notices }: Pick<Settings, 'config'> & Pick<AccountStores, 'notices'>,
  { displayContent }: Pick<Service, 'displayContent'>,
  language: Language,
): Promise<string> {
  const currentNotices = config.desk ? await notices.current() : [];
  return [...currentNotices.map((notice) => notice[language]), displayContent[language]]
    .filter((text) => text !== '')
    .join('\n');
}
