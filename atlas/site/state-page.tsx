import values from 'virtual:atlas-values';
import { pathEventsTo } from '#atlas/screens/path-tree.ts';
import type { AtlasState } from '#atlas/screens/types.ts';
import { Fact, Select, UnknownAddress, useLinkedPart } from './controls.tsx';
import { data } from './data.ts';
import { Screens } from './frames.tsx';
import { useTexts } from './labels.ts';
import { codeText, findState, isLikely, machineIdOf } from './model.ts';
import { StateRemarks } from './remarks.tsx';
import { goTo, linkTo, type Route } from './route.ts';
import { Transitions } from './transitions.tsx';

type VariantsProps = { readonly state: string; readonly atlasState: AtlasState; readonly route: Route };

/** The screens of a state, with controls that select a variant or an error code. */
function Variants({ state, atlasState, route }: VariantsProps) {
  const { text, language, labels } = useTexts();
  const refusals = atlasState.refusals.flatMap(({ codes, ...refusal }) =>
    codes.map((code) => ({ ...refusal, code, name: `${refusal.port}.${code}` })),
  );
  const refusal = refusals.find(({ name }) => name === route.refusal);
  const variant = atlasState.variants.find(({ id }) => id === route.variant) ?? atlasState.variants[0];
  if (!variant) return null;
  const labelOf = (index: number): string => {
    if (atlasState.variants.length === 1) return text('onlyVariant');
    const variantText = values.variantText(atlasState.variants[index]?.values ?? [], language, data);
    return `${index + 1}. ${variantText || text('defaultVariant')}`;
  };
  return (
    <section>
      <h2>{text('screens')}</h2>
      <div className="choices">
        <Select
          label={text('variants')}
          value={refusal ? '' : variant.id}
          options={[
            ...(refusal ? [['', '—'] as const] : []),
            ...atlasState.variants.map(({ id }, index) => [id, labelOf(index)] as const),
          ]}
          onChoose={(id) => goTo(linkTo({ state, variant: id }))}
        />
        {refusals.length > 0 ? (
          <Select
            label={text('codes')}
            value={refusal?.name ?? ''}
            options={[
              ['', text('noCode')],
              ...refusals
                .filter(({ port, code, name }) => isLikely(state, port, code) || name === refusal?.name)
                .map(({ port, code, name }) => {
                  return [name, `${code} ${codeText(code, language)} (${labels.port(port)})`] as const;
                }),
            ]}
            onChoose={(name) => goTo(linkTo({ state, refusal: name || null }))}
          />
        ) : null}
      </div>
      <Screens view={{ moment: variant.moment, ...(refusal && { moment: refusal.moment, refusal }) }} />
    </section>
  );
}

/** The ports and flows that a state invokes, with the calls that the ports make to the server. */
function Invokes({ id }: { readonly id: string }) {
  const { text, labels } = useTexts();
  return findState(id)?.invokes.map(({ id: name, kind }) => (
    <p key={name}>
      {text(kind === 'flow' ? 'runs' : 'invokes')}{' '}
      <a href={kind === 'flow' ? linkTo({ page: name }) : undefined}>{labels.port(name)}</a>{' '}
      <code>{(data.calls[machineIdOf(id)]?.[name] ?? [name]).join(', ')}</code>
    </p>
  ));
}

/** The page of a state: its description, transitions, screens and remarks. */
export function StatePage({ id, route }: { readonly id: string; readonly route: Route }) {
  const { text, language, labels } = useTexts();
  const state = findState(id);
  useLinkedPart(route.path);
  if (!state) return <UnknownAddress />;
  const atlasState = data.states[id];
  const [first] = atlasState?.variants ?? [];
  return (
    <article>
      <h1 tabIndex={-1}>
        {labels.state(id)} <code>{id}</code>
      </h1>
      <p className="lead">{labels.stateSentence(id, state.description)}</p>
      {first ? (
        <p>
          <a href={linkTo({ page: 'try', path: JSON.stringify(pathEventsTo(data, first.moment)) })}>
            {text('tryHere')}
          </a>
        </p>
      ) : null}
      <dl>
        <Fact term={text('path')}>{state.path && <code>{state.path}</code>}</Fact>
        <Fact term={text('facts')}>{state.invokes.length > 0 && <Invokes id={id} />}</Fact>
        <Fact term={text('tags')}>{state.tags.map((tag) => values.tagText(tag, language)).join(', ')}</Fact>
      </dl>
      <Transitions state={id} />
      {atlasState && first ? (
        <Variants state={id} atlasState={atlasState} route={route} />
      ) : (
        <p>{data.statesWithoutScreen[id]?.[language]}</p>
      )}
      <StateRemarks id={id} />
    </article>
  );
}
