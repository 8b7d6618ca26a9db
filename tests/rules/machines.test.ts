import { describe, expect, test } from 'vitest';
import { and, fromCallback, fromPromise, raise, setup } from 'xstate';
import { MACHINE_MODULES, machinesAmong } from '#tests/support/machines.ts';
import { projectFiles } from '#tools/source/project-files.ts';
import { machineSourceProblems } from './machine-source.ts';
import { exportProblems, structureProblems } from './machine-structure.ts';

describe('the machines of the portal', () => {
  test('are found', () => {
    expect(Object.keys(MACHINE_MODULES).length).toBeGreaterThan(0);
  });

  test.each(Object.entries(MACHINE_MODULES))('%s follows the rules', (path, exports) => {
    expect(exportProblems(path, exports)).toEqual([]);
    expect(machinesAmong(exports).flatMap(structureProblems)).toEqual([]);
  });

  test.each(projectFiles('machines/**/*.ts').map((file) => [file.path, file] as const))(
    '%s is pure',
    (_, file) => {
      expect(machineSourceProblems(file)).toEqual([]);
    },
  );
});

/** A machine that ends immediately. */
const ends = setup({}).createMachine({ id: 'ends', initial: 'done', states: { done: { type: 'final' } } });
/** A machine that never ends. */
const stays = setup({}).createMachine({ id: 'stays' });

const testSetup = setup({
  actors: {
    answer: fromPromise(async () => 1),
    report: fromCallback(() => undefined),
    ends,
    stays,
  },
  guards: { isAppRegistered: () => true },
  actions: { note: () => undefined },
  delays: { pause: 1000, pause2: 1000 },
});

/** Creates a machine from any config, even if the types of XState would refuse the config. */
const machine = (config: object) => testSetup.createMachine({ id: 'flow', initial: 'open', ...config });
/** Creates a machine with one state that has this config. */
const state = (config: object) => machine({ states: { open: { description: 'Open.', ...config } } });

const scheduled = (delay: string | number) => Object.assign(raise({ type: 'a.b' }), { delay });

describe('a machine that follows the rules', () => {
  test.each([
    ['an event', state({ on: { 'code.sent': {}, '*': {} } })],
    ['a promise', state({ invoke: { id: 'answer', src: 'answer', onDone: {}, onError: {} } })],
    ['a callback', state({ invoke: { id: 'report', src: 'report', onError: {} } })],
    ['a child that ends', state({ invoke: { id: 'ends', src: 'ends', onDone: {}, onError: {} } })],
    ['a child that stays', state({ invoke: { id: 'stays', src: 'stays', onError: {} } })],
    ['a named delay', state({ after: { pause: {} }, entry: scheduled('pause') })],
    [
      'guards',
      state({ always: { guard: and(['isAppRegistered', { type: 'isAppRegistered' }]), actions: ['note'] } }),
    ],
    ['a final state', machine({ states: { open: { description: 'Open.' }, done: { type: 'final' } } })],
  ])('has no problem: %s', (_, valid) => {
    expect(structureProblems(valid)).toEqual([]);
  });
});

describe('a machine that breaks a rule', () => {
  test.each([
    ['event', state({ on: { SENT: {} } }), 'flow.open: the event "SENT" is not words joined by dots'],
    ['event', state({ on: { sent: {} } }), 'flow.open: the event "sent" is not words joined by dots'],
    ['description', machine({ states: { open: {} } }), 'flow.open has no description'],
    [
      'description of an inner state',
      state({ initial: 'inner', states: { inner: { description: ' ' } } }),
      'flow.open.inner has no description',
    ],
    [
      'end',
      machine({ states: { open: { description: 'Open.' }, ended: { type: 'final' } } }),
      'flow.ended is final and not called "done"',
    ],
    [
      'src',
      state({ invoke: { id: 'answer', src: fromPromise(async () => 1) } }),
      'flow.open: invoke "answer" has no named src',
    ],
    [
      'actor',
      state({ invoke: { id: 'lost', src: 'lost' } }),
      'flow.open: invoke "lost": the actor "lost" is not declared',
    ],
    [
      'id',
      state({ invoke: { id: 'ask', src: 'answer', onDone: {}, onError: {} } }),
      'flow.open: invoke "ask" has another id than its src "answer"',
    ],
    [
      'onError',
      state({ invoke: { id: 'report', src: 'report' } }),
      'flow.open: invoke "report" has no onError',
    ],
    [
      'onDone of a promise',
      state({ invoke: { id: 'answer', src: 'answer', onError: {} } }),
      'flow.open: invoke "answer" has no onDone',
    ],
    [
      'onDone of a child',
      state({ invoke: { id: 'ends', src: 'ends', onError: {} } }),
      'flow.open: invoke "ends" has no onDone',
    ],
    [
      'invoke of the root',
      machine({ invoke: { id: 'report', src: 'report' }, states: { open: { description: 'Open.' } } }),
      'flow: invoke "report" has no onError',
    ],
    ['delay', state({ after: { paus: {} } }), 'flow.open: the delay "paus" is not declared'],
    ['number of a delay', state({ after: { 1000: {} } }), 'flow.open: the delay 1000 has no name'],
    [
      'number in a name',
      state({ after: { pause2: {} } }),
      'flow.open: the delay "pause2" has a number in its name',
    ],
    [
      'delay of an action',
      state({ entry: scheduled(1000) }),
      'flow.open: the delay of an action is not declared',
    ],
    ['guard', state({ always: { guard: 'isLost' } }), 'flow.open: the guard "isLost" is not declared'],
    ['bare guard', state({ always: { guard: () => true } }), 'flow.open: a guard has no name'],
    [
      'guard in a guard',
      state({ always: { guard: and(['isAppRegistered', 'isLost']) } }),
      'flow.open: the guard "isLost" is not declared',
    ],
    ['action', state({ entry: 'lose' }), 'flow.open: the action "lose" is not declared'],
    ['bare action', state({ exit: () => undefined }), 'flow.open: an action has no name'],
  ])('is reported: %s', (_, broken, problem) => {
    expect(structureProblems(broken)).toEqual([problem]);
  });
});

describe('a machine file that breaks a rule', () => {
  test.each([
    ['no machine', 'machines/ends/ends.machine.ts', {}, 'exports 0 machines'],
    ['two machines', 'machines/ends/ends.machine.ts', { ends, stays }, 'exports 2 machines'],
    ['a name', 'machines/ends/ends.machine.ts', { ends }, 'exports "ends" instead of "endsMachine"'],
    ['an id', 'machines/it/it-ends.machine.ts', { itEndsMachine: ends }, 'id is "ends" instead of "it-ends"'],
  ])('is reported: %s', (_, path, exports, problem) => {
    expect(exportProblems(path, exports)).toEqual([expect.stringContaining(problem)]);
  });

  test.each([
    ['const now = Date.now();', 'uses Date'],
    ['setTimeout(() => {}, 1);', 'uses setTimeout'],
    ['const path = window.location.pathname;', 'uses window'],
    ['const answer = fetch(address);', 'uses fetch'],
    ['const value = localStorage[key];', 'uses localStorage'],
    ['const id = Math.random();', 'uses Math.random'],
    ['const seen = new Set();', 'creates a Set: context is plain data'],
    [
      `import { deviceCodeMachine } from '#machines/device-code/device-code.machine.ts';`,
      'only machines/portal imports other flows',
    ],
    [
      `type Code = import('#machines/device-code/device-code.machine.ts').Code;`,
      'only machines/portal imports other flows',
    ],
  ])('is reported for %s', (text, problem) => {
    expect(machineSourceProblems({ path: 'machines/otp/otp.machine.ts', text })).toEqual([
      expect.stringContaining(problem),
    ]);
  });

  test('a property or a comment with the name of a forbidden global is not reported', () => {
    const text = `
      // window, document, fetch
      import { port } from '#machines/shared/port.ts';
      import { ask } from '#machines/otp/ask.ts';
      const session = { window: 1, fetch: ask, document: page.document };
    `;
    expect(machineSourceProblems({ path: 'machines/otp/otp.machine.ts', text })).toEqual([]);
  });
});
