import type { FlowNames } from './names.ts';

const machineSource = ({
  kebab,
  camel,
  pascal,
  dotted,
}: FlowNames) => `import { assign, setup } from 'xstate';
import { port } from '#machines/shared/port.ts';
import { type Failure, failureOf, type Result, UNEXPECTED } from '#machines/shared/result.ts';

export type ${pascal}Input = { readonly userId: string };

export type ${pascal}Event = { readonly type: '${dotted}.retry' } | { readonly type: '${dotted}.leave' };

type ${pascal}Context = ${pascal}Input & { readonly failure: Failure | null };

type Answer = Result<null>;

/** What the person does in this flow, and the section of the specification. */
export const ${camel}Machine = setup({
  types: {
    context: {} as ${pascal}Context,
    events: {} as ${pascal}Event,
    input: {} as ${pascal}Input,
    tags: {} as 'busy',
  },
  actors: {
    fetchData: port<Answer, { userId: string }>('${camel}.fetchData'),
  },
  guards: {
    isLoaded: (_, answer: Answer) => answer.ok,
  },
  actions: {
    setFailure: assign((_, failure: Failure) => ({ failure })),
    clearFailure: assign({ failure: null }),
  },
}).createMachine({
  id: '${kebab}',
  context: ({ input }) => ({ ...input, failure: null }),
  initial: 'loading',
  states: {
    loading: {
      description: 'Fetches the data of the person.',
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        id: 'fetchData',
        src: 'fetchData',
        input: ({ context: { userId } }) => ({ userId }),
        onDone: [
          { guard: { type: 'isLoaded', params: ({ event }) => event.output }, target: 'shown' },
          {
            target: 'failed',
            actions: { type: 'setFailure', params: ({ event }) => failureOf(event.output) },
          },
        ],
        onError: { target: 'failed', actions: { type: 'setFailure', params: UNEXPECTED } },
      },
    },
    shown: { description: 'Shows the answer.', on: { '${dotted}.leave': 'done' } },
    failed: {
      description: 'Shows the failure. The person can retry.',
      on: { '${dotted}.retry': 'loading', '${dotted}.leave': 'done' },
    },
    done: { type: 'final' },
  },
});

export type ${pascal}Machine = typeof ${camel}Machine;
`;

const screenSource = ({
  kebab,
  camel,
}: FlowNames) => `import { lazyScreen } from '#machines/portal/screen.ts';

export const ${camel} = lazyScreen('${kebab}', {
  description: 'What the person does here.',
  meta: { path: '/${kebab}', title: 'title.${camel}' },
  running: { description: 'The screen is shown.' },
  input: ({ context: { session } }) => ({ userId: session.person.userId }),
  onDone: '#portal.id-entry.withoutRequest',
});
`;

const portsSource = ({ kebab, camel, pascal }: FlowNames) => `import { fromPromise } from 'xstate';
import type { ${pascal}Input } from '#machines/${kebab}/${kebab}.machine.ts';
import { type Result, success } from '#machines/shared/result.ts';

/** Replace the body of \`fetchData\` with a call in \`src/api\`. */
export const ${camel}Ports = () => ({
  fetchData: fromPromise<Result<null>, ${pascal}Input>(async () => success(null)),
});
`;

const chunkSource = ({
  kebab,
  camel,
  pascal,
}: FlowNames) => `import { ${camel}Machine } from '#machines/${kebab}/${kebab}.machine.ts';
import type { LoadedFlow } from '#src/app/flow-chunk.ts';
import { ${camel}Ports } from '#src/ports/${kebab}.ts';
import { ${pascal}View } from '#src/views/${kebab}/${kebab}.view.tsx';

export const assemble = (): LoadedFlow => ({
  machine: ${camel}Machine.provide({ actors: ${camel}Ports() }),
  View: ${pascal}View,
});
`;

const viewSource = ({
  kebab,
  camel,
  pascal,
  dotted,
}: FlowNames) => `import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { ${pascal}Machine } from '#machines/${kebab}/${kebab}.machine.ts';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Card } from '#src/ui/card.tsx';
import { Message } from '#src/ui/message.tsx';
import { useFailureText } from '#src/views/failure-text.ts';
import { Waiting } from '#src/views/waiting.tsx';

export function ${pascal}View({ actor }: { readonly actor: ActorRefFrom<${pascal}Machine> }) {
  const text = useText();
  const failureText = useFailureText();
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const failure = useSelector(actor, (snapshot) => snapshot.context.failure);
  const canRetry = useSelector(actor, (snapshot) => snapshot.can({ type: '${dotted}.retry' }));
  const title = text('title.${camel}');

  if (isBusy) return <Waiting title={title} />;
  return (
    <Card title={title}>
      <Message tone="error" live="assertive">
        {failure ? failureText(failure) : null}
      </Message>
      <ButtonRow>
        {canRetry ? (
          <Button onClick={() => actor.send({ type: '${dotted}.retry' })}>{text('action.retry')}</Button>
        ) : null}
        <Button kind="secondary" onClick={() => actor.send({ type: '${dotted}.leave' })}>
          {text('action.home')}
        </Button>
      </ButtonRow>
    </Card>
  );
}
`;

const casesSource = ({
  kebab,
  pascal,
  dotted,
}: FlowNames) => `import type { ${pascal}Machine } from '#machines/${kebab}/${kebab}.machine.ts';
import { success } from '#machines/shared/result.ts';
import type { Cases } from '#cases/cases.ts';
import { FAILURES } from '#cases/samples.ts';

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [{ type: '${dotted}.retry' }, { type: '${dotted}.leave' }],
  answers: { fetchData: [success(null), ...FAILURES] },
} satisfies Cases<${pascal}Machine>;
`;

const scenariosSource = ({ kebab, camel, dotted }: FlowNames) => `import { expect, it } from 'vitest';
import { ${camel}Machine } from '#machines/${kebab}/${kebab}.machine.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { start } from '#tests/support/model/start.ts';

it('fetches the data of the person, and again after a failure', async () => {
  const { actor, ports } = start(${camel}Machine, { userId: 'kim' });
  expect(ports.fetchData.waiting().input).toEqual({ userId: 'kim' });
  await ports.fetchData.answer(failed(UNREACHABLE));
  expect(actor.getSnapshot().context.failure).toEqual(UNREACHABLE);
  actor.send({ type: '${dotted}.retry' });
  await ports.fetchData.answer(success(null));
  expect(actor.getSnapshot().value).toBe('shown');
  expect(actor.getSnapshot().context.failure).toBeNull();
});
`;

const modelSource = ({
  kebab,
  camel,
}: FlowNames) => `import { ${camel}Machine } from '#machines/${kebab}/${kebab}.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { cases } from '#cases/${kebab}/${kebab}.cases.ts';

describeModel(${camel}Machine, { inputs: { 'a person': { userId: 'kim' } }, ...cases });
`;

const walkSource = ({
  kebab,
  camel,
  pascal,
  dotted,
}: FlowNames) => `import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { ${camel}Machine } from '#machines/${kebab}/${kebab}.machine.ts';
import { ${pascal}View } from '#src/views/${kebab}/${kebab}.view.tsx';
import { describeWalk } from '#tests/support/views.tsx';
import { cases } from '#cases/${kebab}/${kebab}.cases.ts';

describeWalk(${camel}Machine, ${pascal}View, {
  inputs: { 'a person': { userId: 'kim' } },
  ...cases,
  gestures: {
    '${dotted}.retry': (page) => page.press('action.retry'),
    '${dotted}.leave': (page) => page.press('action.home'),
  },
  shows: {
    loading: (page) => expect(page.heading()).toBe(page.say('title.${camel}')),
    shown: (page) => expect(page.heading()).toBe(page.say('title.${camel}')),
    failed: () => expect(screen.getByRole('alert').textContent).not.toBe(''),
  },
});
`;

const wordsSource = ({ kebab, dotted }: FlowNames) => `# ${kebab}

The words of this flow for the charts. Words that several flows use are in \`machines/words\`.

## states

word | 이름 | 설명 | Name | Sentence
--- | --- | --- | --- | ---
${kebab} | 새 흐름 | 사용자가 여기서 무엇을 하는지 적어요. | new flow | What the person does here.
${kebab}.loading | 불러오는 중 | 서버에서 정보를 불러와요. | loading |
${kebab}.shown | 답이 보임 | 서버의 답을 보여줘요. | shown |
${kebab}.failed | 답을 받지 못함 | 무엇이 잘못됐는지 보여줘요. 다시 시도할 수 있어요. | failed |

## ports

word | 이름 | 설명 | Name | Sentence
--- | --- | --- | --- | ---
fetchData | 정보 불러오기 | 서버에서 정보를 불러와요. | fetch data | Fetches the data of the person.

## guards

word | 조건 | Condition
--- | --- | ---
${kebab}.isLoaded | 서버가 답했을 때 | the server has answered

## values

word | 값 | Value
--- | --- | ---
${kebab} | 새 흐름 | the new flow

## events

word | 이름 | 설명 | Name | Sentence
--- | --- | --- | --- | ---
${dotted}.retry | 다시 시도 | 사용자가 다시 시도해요. | retry | The person retries.
${dotted}.leave | 나가기 누름 | 사용자가 이 화면을 나가요. | leave | The person leaves the screen.
`;

/** The texts of the new files of a flow, by path. The flow makes one call, and a person can retry or leave. */
export const skeletonOf = (names: FlowNames): ReadonlyMap<string, string> =>
  new Map([
    [`machines/${names.kebab}/${names.kebab}.machine.ts`, machineSource(names)],
    [`machines/${names.kebab}/words.md`, wordsSource(names)],
    [`machines/portal/screens/${names.kebab}.ts`, screenSource(names)],
    [`src/ports/${names.kebab}.ts`, portsSource(names)],
    [`src/app/flows/${names.kebab}.ts`, chunkSource(names)],
    [`src/views/${names.kebab}/${names.kebab}.view.tsx`, viewSource(names)],
    [`cases/${names.kebab}/${names.kebab}.cases.ts`, casesSource(names)],
    [`tests/${names.kebab}/${names.kebab}.scenarios.test.ts`, scenariosSource(names)],
    [`tests/${names.kebab}/${names.kebab}.model.test.ts`, modelSource(names)],
    [`tests/${names.kebab}/${names.kebab}.walk.test.tsx`, walkSource(names)],
  ]);
