import { federationsIn } from '#server/protocols/saml/federation/federations.ts';
import type { Action, ActionContext } from './action-context.ts';

const NO_FEDERATION_MESSAGE = 'The configuration names no federation. · 설정에 연합이 없어요.';

const timeText = (time: number | null): string =>
  time === null ? 'never · 없음' : new Date(time).toISOString();

async function printFederations({ portal, print }: ActionContext): Promise<void> {
  const { config, now, storage } = portal;
  const reports = await federationsIn(storage, now).reports(config);
  if (reports.length === 0) print(NO_FEDERATION_MESSAGE);
  for (const { name, readAt, validUntil, failure } of reports) {
    const serviceCount = config.serviceProviders.filter(({ federation }) => federation === name).length;
    print(
      [
        name,
        `last read · 마지막 확인 ${timeText(readAt)}`,
        `valid until · 유효 기한 ${timeText(validUntil)}`,
        `services · 서비스 ${serviceCount}`,
        ...(failure === null ? [] : [`failed since · 이후 실패: ${failure}`]),
      ].join('  '),
    );
  }
}

export const FEDERATION_ACTIONS: Readonly<Record<string, Action>> = {
  federations: {
    positionals: 'none',
    options: {},
    async run(context) {
      await printFederations(context);
      context.report({ action: 'federations' });
    },
  },
};
