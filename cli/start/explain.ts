import { ConfigError } from '#server/config/config-error.ts';
import { NoSiteError } from '#server/http/page/site.ts';
import { ClientServiceError } from '#server/protocols/oidc/errors.ts';
import { KeyFileError } from '#server/protocols/oidc/keys.ts';
import { SamlKeyError } from '#server/protocols/saml/keys.ts';
import { DATA_KEY_FILE } from '#server/storage/at-rest/data-keys.ts';
import {
  NoDataKeyError,
  UnknownDataKeyError,
  UnusedDataKeyError,
} from '#server/storage/at-rest/key-record.ts';
import { OldPostgresError } from '#server/storage/dialects/postgres.ts';
import { DamagedFileError, OldSqliteError } from '#server/storage/file.ts';
import { DataInUseError } from '#server/storage/folder.ts';
import { NewerDatabaseError } from '#server/storage/migrations/migrate.ts';
import { OlderDatabaseError } from '#server/storage/open-existing.ts';
import { StorageUnavailableError } from '#server/storage/unavailable.ts';
import { SettingsError } from './settings.ts';

/** Errors whose message already contains a remedy. */
const ERRORS_WITH_REMEDY = [
  SettingsError,
  ConfigError,
  ClientServiceError,
  KeyFileError,
  SamlKeyError,
  OldSqliteError,
  OldPostgresError,
] as const;

/** What has happened and what to do, in both languages; null for an error without an explanation. */
function explanationOf(error: Error): readonly [string, string] | null {
  if (error instanceof DamagedFileError) {
    return [
      `${error.path} is damaged. Restore the data folder from a backup, or start again with npm start -- --fresh.`,
      `${error.path} 파일이 손상됐어요. 데이터 폴더를 백업에서 복원하거나 npm start -- --fresh로 새로 시작해 주세요.`,
    ];
  }
  if (error instanceof NewerDatabaseError) {
    return [
      `${error.path} was written by a newer version of the portal. Start that version, or restore a backup from before the upgrade.`,
      `${error.path} 파일은 더 새로운 버전의 포털이 만들었어요. 그 버전으로 시작하거나 업그레이드 전의 백업을 복원해 주세요.`,
    ];
  }
  if (error instanceof OlderDatabaseError) {
    return [
      'No server of this version has used these data yet. Stop all servers of the earlier version, then start one of this version first.',
      '이 버전의 서버가 이 데이터를 쓴 적이 없어요. 이전 버전의 서버를 모두 끄고 이 버전을 먼저 시작해 주세요.',
    ];
  }
  if (error instanceof StorageUnavailableError) {
    return [
      'The database of DATABASE_URL does not answer. Check that it is running, and that the address and the password are right.',
      'DATABASE_URL의 데이터베이스가 응답하지 않아요. 실행 중인지, 주소와 비밀번호가 맞는지 확인해 주세요.',
    ];
  }
  if (error instanceof NoDataKeyError) {
    return [
      'Production needs a key for its data: set DATA_KEY to the output of openssl rand -base64 32, or DATA_KEY_FILE to a file with it. Keep a copy apart from the backups.',
      '운영 모드에는 데이터를 암호화할 키가 필요해요. openssl rand -base64 32의 출력을 DATA_KEY로, 또는 그 출력이 든 파일을 DATA_KEY_FILE로 정해 주세요. 키의 사본은 백업과 따로 보관해 주세요.',
    ];
  }
  if (error instanceof UnknownDataKeyError) {
    return [
      `${error.location} is encrypted with the data key ${error.keyId}, which was not given. Add it to DATA_KEY, after the new key when it is being replaced; the key of a demonstration is in ${DATA_KEY_FILE} of DATA_DIR. Nothing was changed.`,
      `${error.location}은(는) 주어지지 않은 데이터 키 ${error.keyId}로 암호화돼 있어요. 그 키를 DATA_KEY에 적어 주세요. 키를 바꾸는 중이라면 새 키 뒤에 적으면 돼요. 데모의 키는 DATA_DIR의 ${DATA_KEY_FILE} 파일에 있어요. 바뀐 것은 없어요.`,
    ];
  }
  if (error instanceof UnusedDataKeyError) {
    return [
      `No server encrypts with the data key ${error.keyId} yet. First restart the servers with the keys of DATA_KEY in this order.`,
      `데이터 키 ${error.keyId}로 암호화를 시작한 서버가 없어요. 먼저 DATA_KEY의 키를 같은 순서로 주고 서버를 다시 시작해 주세요.`,
    ];
  }
  if (error instanceof NoSiteError) {
    return [
      `${error.folder} contains no built portal. Build it with npm ci && npm run build, or copy a built dist there.`,
      `${error.folder} 폴더에 빌드된 포털이 없어요. npm ci && npm run build로 빌드하거나 빌드된 dist를 복사해 주세요.`,
    ];
  }
  return null;
}

/**
 * A text that explains why the start failed and what to do.
 * @throws the error itself when there is no explanation for it
 */
export function explainStartError(error: unknown): string {
  if (!(error instanceof Error)) throw error;
  if (ERRORS_WITH_REMEDY.some((errorClass) => error instanceof errorClass)) return error.message;
  if (error instanceof DataInUseError) {
    return [
      `${error.folder} is in use by another process of the portal. Stop that process, or set DATA_DIR to another folder.`,
      `${error.folder} 폴더를 다른 포털 프로세스가 쓰고 있어요. 그 프로세스를 끝내거나 DATA_DIR을 다른 폴더로 정해 주세요.`,
    ].join('\n');
  }
  const explanation = explanationOf(error);
  if (explanation) return explanation.join('\n');
  if (!('code' in error && 'port' in error)) throw error;
  switch (error.code) {
    case 'EADDRINUSE':
      return [
        `Port ${error.port} is in use by another program. Set PORT (portal) or LAB_PORT (lab) to a free port.`,
        `${error.port}번 포트를 다른 프로그램이 쓰고 있어요. PORT(포털)나 LAB_PORT(실험실)를 다른 번호로 정해 주세요.`,
      ].join('\n');
    case 'EACCES':
      return [
        `Port ${error.port} may not be opened by this user. Set PORT or LAB_PORT to a port above 1023.`,
        `이 사용자는 ${error.port}번 포트를 열 수 없어요. PORT나 LAB_PORT를 1023보다 큰 번호로 정해 주세요.`,
      ].join('\n');
    default:
      throw error;
  }
}
