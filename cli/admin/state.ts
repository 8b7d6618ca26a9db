import { keysInUse } from '#server/administration/keys-in-use.ts';
import { portalStateReader } from '#server/administration/state.ts';
import { certificatesOf } from '#server/start/certificates.ts';
import type { DeskState } from '#wire/desk/state.ts';
import type { Action, ActionContext } from './action-context.ts';
import { timeIn } from './lines.ts';

const TASK_TEXTS: Readonly<Record<DeskState['due'][number]['what'], string>> = {
  certificateEnds: 'certificate to be replaced · 교체할 인증서',
  certificateEnded: 'certificate has expired · 만료된 인증서',
  gatewayFails: 'the last message failed · 마지막 메시지 실패',
  partFails: 'does not work · 이상',
  resealDue: 'former data key still in use: reseal · 이전 데이터 키: reseal 필요',
  serverGone: 'server has stopped reporting · 응답 없는 서버',
};

const STATE_TEXTS: Readonly<Record<DeskState['servers'][number]['state'], string>> = {
  serving: 'serving · 요청을 받는 중',
  leaving: 'stopping · 종료하는 중',
  gone: 'no report · 응답 없음',
};

async function readState({ portal, dataDir }: ActionContext): Promise<DeskState> {
  const certificates = async () => {
    const samlKey = (await keysInUse(portal, dataDir)).find(
      ({ use, state }) => use === 'saml' && state === 'signs',
    );
    const until = samlKey?.until ?? null;
    return certificatesOf(portal.config, until === null ? [] : [{ certificateExpiresAt: async () => until }]);
  };
  return portalStateReader({ portal, dataDir, gateways: portal.gateways, certificateEnds: certificates })();
}

function stateText(
  { servers, gateways, certificates, due }: DeskState,
  timeText: (time: number) => string,
): string {
  return [
    ...servers.map(({ name, version, schema, state, startedAt, seenAt, parts, hashes }) =>
      [
        `server · 서버  ${name}  ${version} (${schema})  ${STATE_TEXTS[state]}`,
        `started · 시작 ${timeText(startedAt)}, seen · 확인 ${timeText(seenAt)}`,
        `hashes · 해시 ${hashes.running} + ${hashes.waiting}`,
        ...Object.entries(parts).map(([part, isWorking]) => `${part} ${isWorking ? 'ok' : 'FAILS · 이상'}`),
      ].join('  '),
    ),
    ...gateways
      .filter(({ isThere }) => isThere)
      .map(
        ({ kind, isWorking, lastAt }) =>
          `gateway · 게이트웨이  ${kind}  ${isWorking === false ? 'FAILS · 이상' : 'ok'}${lastAt === null ? '' : `  ${timeText(lastAt)}`}`,
      ),
    ...certificates.map(({ name, until }) => `certificate · 인증서  ${name}  ${timeText(until)}`),
    ...due.map(({ what, name, server, by }) =>
      ['due · 할 일', TASK_TEXTS[what], server, name, by === null ? '' : timeText(by)]
        .filter(Boolean)
        .join('  '),
    ),
  ].join('\n');
}

export const STATE_ACTIONS: Readonly<Record<string, Action>> = {
  state: {
    positionals: 'none',
    options: { json: 'flag' },
    async run(context, args) {
      const state = await readState(context);
      context.report({ action: 'state' });
      const { timeZone } = context.portal.config;
      const text = stateText(state, (time) => timeIn(timeZone, time));
      context.print(args.flag('json') ? JSON.stringify(state, null, 2) : text);
    },
  },
};
