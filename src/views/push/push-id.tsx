import { useText } from '#src/app/text.ts';
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx';
import { pushGroups, spellOut } from './groups.ts';
import styles from './push-id.module.css';

/** The push ID in groups of four, which assistive technology spells. */
export function PushId({ id }: { readonly id: string }) {
  const text = useText();
  const groups = pushGroups(id);
  return (
    <p>
      <VisuallyHidden>{text('push.id', { id: spellOut(groups) })}</VisuallyHidden>
      <span className={styles['groups']} aria-hidden="true">
        {groups.map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a group has no key but its position, and the order never changes.
          <span key={index}>{group}</span>
        ))}
      </span>
    </p>
  );
}
