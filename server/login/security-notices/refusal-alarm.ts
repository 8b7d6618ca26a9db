import { DEFAULT_NAME } from '#server/config/branding.ts';
import type { Clock } from '#server/config/deps.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { windowLimit } from '#server/login/limits/window-limit.ts';
import { reasonOf } from '#server/login/sending/failure.ts';
import type { Gateways } from '#server/login/sending/gateways.ts';
import { log } from '#server/operations/log.ts';
import type { Storage } from '#server/storage/storage.ts';

/** Counts a request that a person has denied on the phone. */
export type RefusalAlarm = (userId: string) => Promise<void>;

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
 * Mails the operator when a person denies requests on the phone at least twice within an hour, once an hour
 * (rule 240).
 */
export function refusalAlarm({ db, config, gateways, now }: Deps): RefusalAlarm {
  const refusals = windowLimit(db, 'phone-refusal', WINDOW_MINUTES, now);
  const alarms = windowLimit(db, 'refusal-alarm', WINDOW_MINUTES, now);
  return async (userId) => {
    const { operatorMail: to, branding } = config;
    const isFirst = (await refusals.begin([{ key: userId, max: 1 }])).allowed;
    if (isFirst || to === undefined) return;
    if (!(await alarms.begin([{ key: userId, max: 1 }])).allowed) return;
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
