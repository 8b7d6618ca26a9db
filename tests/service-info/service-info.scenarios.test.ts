import { expect, it, vi } from 'vitest';
import { clientConfig, SERVICE } from '#cases/samples.ts';
import { serviceInfoMachine } from '#machines/service-info/service-info.machine.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { start } from '#tests/support/model/start.ts';

const open = (clientId = SERVICE) => {
  const reportName = vi.fn<(serviceName: string | undefined) => void>();
  const machine = serviceInfoMachine.provide({
    actions: { reportClient: (_, { config }) => reportName(config?.serviceName) },
  });
  const { actor, ports } = start(machine, { clientId });
  const { fetchClientConfig } = ports;
  return {
    actor,
    fetchClientConfig,
    answer: (serviceName: string) => fetchClientConfig.answer(success(clientConfig({ serviceName }))),
    requestedIds: () => fetchClientConfig.calls.map(({ input }) => input.clientId),
    reportedNames: () => reportName.mock.calls.flat(),
    request: (requestedId: string) => actor.send({ type: 'client.request', clientId: requestedId }),
    chooseLanguage: () => actor.send({ type: 'language.chosen' }),
  };
};

it('the service is fetched immediately and reported', async () => {
  const serviceInfo = open();
  await serviceInfo.answer('Mail');
  expect([serviceInfo.requestedIds(), serviceInfo.reportedNames()]).toEqual([[SERVICE], ['Mail']]);
});

it('no service is fetched before its ID is known, also when a language is chosen', () => {
  const serviceInfo = open('');
  serviceInfo.chooseLanguage();
  expect(serviceInfo.requestedIds()).toEqual([]);
  serviceInfo.request(SERVICE);
  expect(serviceInfo.requestedIds()).toEqual([SERVICE]);
});

it('a service that is requested several times is fetched once, and reported each time', async () => {
  const serviceInfo = open();
  serviceInfo.request(SERVICE);
  await serviceInfo.answer('Mail');
  serviceInfo.request(SERVICE);
  expect([serviceInfo.requestedIds(), serviceInfo.reportedNames()]).toEqual([[SERVICE], ['Mail', 'Mail']]);
});

it('a known service and its late answer are dropped when another one is requested', async () => {
  const serviceInfo = open();
  const late = serviceInfo.fetchClientConfig.waiting();
  serviceInfo.request('other-service');
  await late.answer(success(clientConfig({ serviceName: 'Mail' })));
  expect(serviceInfo.actor.getSnapshot().context).toEqual({ clientId: 'other-service', config: null });
  await serviceInfo.answer('Wiki');
  serviceInfo.request('');
  expect(serviceInfo.actor.getSnapshot()).toMatchObject({ value: 'absent', context: { config: null } });
  expect(serviceInfo.reportedNames()).toEqual(['Wiki']);
});

it('the service is fetched again when a language is chosen, and only the newest answer is used', async () => {
  const serviceInfo = open();
  await serviceInfo.answer('메일');
  serviceInfo.chooseLanguage();
  const late = serviceInfo.fetchClientConfig.waiting();
  serviceInfo.chooseLanguage();
  await late.answer(success(clientConfig({ serviceName: 'Mail' })));
  expect(serviceInfo.reportedNames()).toEqual(['메일']);
  await serviceInfo.answer('메일 서비스');
  expect(serviceInfo.reportedNames()).toEqual(['메일', '메일 서비스']);
});

it.each(['unanswered', 'interrupted'])('the known service stays when the next fetch is %s', async (kind) => {
  const serviceInfo = open();
  await serviceInfo.answer('메일');
  serviceInfo.chooseLanguage();
  if (kind === 'unanswered') await serviceInfo.fetchClientConfig.answer(failed(UNREACHABLE));
  else await serviceInfo.fetchClientConfig.fail();
  expect(serviceInfo.actor.getSnapshot()).toMatchObject({
    value: 'unanswered',
    context: { config: clientConfig({ serviceName: '메일' }) },
  });
});

it('a failed fetch is reported, and repeated only on a request or when a language is chosen', async () => {
  const serviceInfo = open();
  await serviceInfo.fetchClientConfig.answer(failed(UNREACHABLE));
  expect(serviceInfo.requestedIds()).toHaveLength(1);
  serviceInfo.request(SERVICE);
  await serviceInfo.fetchClientConfig.answer(failed(UNREACHABLE));
  serviceInfo.chooseLanguage();
  await serviceInfo.answer('Mail');
  expect([serviceInfo.requestedIds().length, serviceInfo.reportedNames()]).toEqual([
    3,
    [undefined, undefined, 'Mail'],
  ]);
});
