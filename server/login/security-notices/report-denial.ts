import { DEFAULT_NAME } from '#server/config/branding.ts';
import type { Clock } from '#server/config/deps.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { windowLimit } from '#server/login/limits/window-limit.ts';
import { reasonOf } from '#server/login/sending/failure.ts';
import type { Gateways } from '#server/login/sending/gateways.ts';
import { log } from '#server/operations/log.ts';
import type { Storage } from '#server/storage/storage.ts';

/** Counts that a person has denied a request on the phone. */
export type ReportDenial = (userId: string) => Promise<void>;

const WINDOW_MINUTES = 60;

type Deps = {
  readonly db: Storage;
  readonly config: Pick<ServerConfig, 'operatorMail' | 'branding'>;
  readonly gateways: Gateways;
  readonly now: Clock;
};

const messageAbout = (userId: string, name: string) => ({
  subject: `[${name}] 거절된 로그인 요청 / Refused sign-in requests`,
  text: [
    `${userId} 계정의 휴대폰에서 한 시간 안에 두 번 이상 “내가 요청하지 않았어요”로 거절했어요. 누군가 비밀번호를 알고 있을 수 있으니 본인에게 확인하고 비밀번호를 변경하도록 안내해 주세요.`,
    `The phone of the account ${userId} has answered "It was not me" at least twice within an hour. Somebody may know the password: ask the person, and have the password changed.`,
  ].join('\n\n'),
});

/**
 * Creates the function that counts denials. When a person denies at least two requests on the phone within an hour, the
 * operator receives a mail, at most once an hour for each person (rule 240).
 */
export function denialReporter({ db, config, gateways, now }: Deps): ReportDenial {
  const denials = windowLimit(db, 'phone-refusal', WINDOW_MINUTES, now);
  const mails = windowLimit(db, 'refusal-alarm', WINDOW_MINUTES, now);
  return async (userId) => {
    const { operatorMail: to, branding } = config;
    const isFirstDenial = (await denials.begin([{ key: userId, max: 1 }])).isAllowed;
    if (isFirstDenial || to === undefined) return;
    if (!(await mails.begin([{ key: userId, max: 1 }])).isAllowed) return;
    if (!gateways.inmail) {
      log.warn('Nobody was notified of refused requests: SMTP_URL is not set');
      return;
    }
    const message = messageAbout(userId, (branding.name ?? DEFAULT_NAME).ko);
    gateways.inmail
      .deliver({ channel: 'inmail', userId, to, at: now(), ...message })
      .catch((error: unknown) => log.warn(`The mail about refused requests failed: ${reasonOf(error)}`));
  };
}
