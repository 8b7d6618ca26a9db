import { ConfigError } from '#server/config/problems.ts';
import { DataInUseError } from '#server/data/folder.ts';
import { ClientServiceError } from '#server/oidc/errors.ts';
import { KeyFileError } from '#server/oidc/keys.ts';
import { SamlKeyError } from '#server/saml/keys.ts';
import { SettingsError } from './settings.ts';

const EXPLAINED = [SettingsError, ConfigError, ClientServiceError, KeyFileError, SamlKeyError] as const;

/**
 * What a person can do about a start that failed.
 * @throws the error itself when nobody expected it.
 */
export function explainStart(error: unknown): string {
  if (!(error instanceof Error)) throw error;
  if (EXPLAINED.some((known) => error instanceof known)) return error.message;
  if (error instanceof DataInUseError) {
    return [
      `${error.folder} is in use by another process of the portal. Stop that one, or set DATA_DIR to another folder.`,
      `${error.folder} 폴더를 다른 포털 프로세스가 쓰고 있어요. 그 프로세스를 끝내거나 DATA_DIR을 다른 폴더로 정해 주세요.`,
    ].join('\n');
  }
  if (!('code' in error && 'port' in error)) throw error;
  switch (error.code) {
    case 'EADDRINUSE':
      return [
        `Port ${error.port} is in use by another program. Set PORT (portal) or LAB_PORT (lab) to a free one.`,
        `${error.port}번 포트를 다른 프로그램이 쓰고 있어요. PORT(포털)나 LAB_PORT(실험실)를 다른 번호로 정해 주세요.`,
      ].join('\n');
    case 'EACCES':
      return [
        `Port ${error.port} may not be opened by this user. Set PORT or LAB_PORT to one above 1023.`,
        `이 사용자는 ${error.port}번 포트를 열 수 없어요. PORT나 LAB_PORT를 1023보다 큰 번호로 정해 주세요.`,
      ].join('\n');
    default:
      throw error;
  }
}
