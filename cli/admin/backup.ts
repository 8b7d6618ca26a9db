import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { KEY_FILES } from '#server/protocols/key-files.ts';
import { DATA_KEY_FILE } from '#server/storage/at-rest/data-keys.ts';
import { endTemporary } from '#server/storage/restored.ts';
import type { Action } from './action-context.ts';
import { NotDoneError } from './not-done.ts';

const POSTGRES_MESSAGE = [
  'The data and the signing keys are in PostgreSQL: pg_dump --format=custom --file=FILE "$DATABASE_URL".',
  '데이터와 서명 키가 PostgreSQL에 있어요. pg_dump로 백업해 주세요.',
].join('\n');

/** File mode: only the owner can read and write the file. */
const OWNER_ONLY = 0o600;

/**
 * Creates the folder if it does not exist.
 * @throws NotDoneError when the folder cannot be created or is not empty
 */
function requireEmptyFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (readdirSync(folder).length === 0) return;
  } catch {
    throw new NotDoneError('file', `${folder} cannot be created. · 폴더를 만들 수 없어요.`);
  }
  throw new NotDoneError(
    'file',
    `${folder} is not empty: name a new folder. · 비어 있지 않아요. 새 폴더를 정해 주세요.`,
  );
}

export const BACKUP_ACTIONS: Readonly<Record<string, Action>> = {
  backup: {
    positionals: 'folder',
    options: {},
    async run({ dataDir, portal: { storage }, print, report }, { subject }) {
      if (storage.engine === 'postgres') throw new NotDoneError('postgres', POSTGRES_MESSAGE);
      requireEmptyFolder(subject);
      const copy = join(subject, 'munjigi.sqlite');
      await storage.prepare('VACUUM INTO ?').run(copy);
      chmodSync(copy, OWNER_ONLY);
      for (const name of [...Object.values(KEY_FILES), DATA_KEY_FILE]) {
        if (existsSync(join(dataDir, name))) copyFileSync(join(dataDir, name), join(subject, name));
      }
      report({ action: 'backup' });
      print(`${subject}: ${readdirSync(subject).sort().join(', ')}`);
      print('It contains personal data and the signing keys. · 개인정보와 서명 키가 들어 있어요.');
    },
  },
  'after-restore': {
    positionals: 'none',
    options: {},
    async run({ portal: { storage }, print, report }) {
      const { sessions, codes } = await endTemporary(storage);
      report({ action: 'after-restore', details: { sessions, codes } });
      print(
        `${sessions} people signed out, ${codes} temporary codes ended; links, codes and tokens too. · 모두 로그아웃했고 임시 코드, 링크, 인증번호도 끝냈어요.`,
      );
    },
  },
};
