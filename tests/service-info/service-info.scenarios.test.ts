import { expect, it, vi } from 'vitest';
import { clientConfig, SERVICE } from '#cases/samples.ts';
import { serviceInfoMachine } from '#machines/service-info/service-info.machine.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { start } from '#tests/support/model/start.ts';

const open = (clientId = SERVICE) => {
  const announced = vi.fn<(serviceName: string | undefined) => void>();
  const machine = serviceInfoMachine.provide({
    actions: { reportClient: (_, { config }) => announced(config?.serviceName) },
  });
  const { actor, ports } = start(machine, { clientId });
  const { fetchClientConfig } = ports;
  return {
    actor,
    fetchClientConfig,
    learn: (serviceName: string) => fetchClientConfig.answer(success(clientConfig({ serviceName }))),
    asked: () => fetchClientConfig.calls.map(({ input }) => input.clientId),
    announced: () => announced.mock.calls.flat(),
    want: (wanted: string) => actor.send({ type: 'client.request', clientId: wanted }),
    chooseLanguage: () => actor.send({ type: 'language.chosen' }),
  };
};

it('asks at once and tells the answer', async () => {
  const look = open();
  await look.learn('Mail');
  expect([look.asked(), look.announced()]).toEqual([[SERVICE], ['Mail']]);
});

it('asks nothing while no service is known, in any language', () => {
  const look = open('');
  look.chooseLanguage();
  expect(look.asked()).toEqual([]);
  look.want(SERVICE);
  expect(look.asked()).toEqual([SERVICE]);
});

it('asks once about a service that several screens want, and tells each', async () => {
  const look = open();
  look.want(SERVICE);
  await look.learn('Mail');
  look.want(SERVICE);
  expect([look.asked(), look.announced()]).toEqual([[SERVICE], ['Mail', 'Mail']]);
});

it('drops what it knew, and a late answer, when another service is wanted', async () => {
  const look = open();
  const late = look.fetchClientConfig.waiting();
  look.want('other-service');
  await late.answer(success(clientConfig({ serviceName: 'Mail' })));
  expect(look.actor.getSnapshot().context).toEqual({ clientId: 'other-service', config: null });
  await look.learn('Wiki');
  look.want('');
  expect(look.actor.getSnapshot()).toMatchObject({ value: 'absent', context: { config: null } });
  expect(look.announced()).toEqual(['Wiki']);
});

it('asks again when a language is chosen, and takes the newest answer only', async () => {
  const look = open();
  await look.learn('메일');
  look.chooseLanguage();
  const late = look.fetchClientConfig.waiting();
  look.chooseLanguage();
  await late.answer(success(clientConfig({ serviceName: 'Mail' })));
  expect(look.announced()).toEqual(['메일']);
  await look.learn('메일 서비스');
  expect(look.announced()).toEqual(['메일', '메일 서비스']);
});

it.each(['refused', 'broken'])('keeps what was known when the next look-up is %s', async (kind) => {
  const look = open();
  await look.learn('메일');
  look.chooseLanguage();
  if (kind === 'refused') await look.fetchClientConfig.answer(failed(UNREACHABLE));
  else await look.fetchClientConfig.fail();
  expect(look.actor.getSnapshot()).toMatchObject({
    value: 'unanswered',
    context: { config: clientConfig({ serviceName: '메일' }) },
  });
});

it('tells that nothing is known, and asks again only when a screen wants it or a language is chosen', async () => {
  const look = open();
  await look.fetchClientConfig.answer(failed(UNREACHABLE));
  expect(look.asked()).toHaveLength(1);
  look.want(SERVICE);
  await look.fetchClientConfig.answer(failed(UNREACHABLE));
  look.chooseLanguage();
  await look.learn('Mail');
  expect([look.asked().length, look.announced()]).toEqual([3, [undefined, undefined, 'Mail']]);
});
