/** The mark of Munjigi: a gate held by its keystone. Decoration; the name stands beside it. */
export function GateMark({ className }: { readonly className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path fill="currentColor" d="M3 30V16A13 13 0 0 1 11.2 3.93l2.6 6.42A6.1 6.1 0 0 0 9.9 16v14z" />
      <path fill="currentColor" d="M29 30V16A13 13 0 0 0 20.8 3.93l-2.6 6.42A6.1 6.1 0 0 1 22.1 16v14z" />
      <path fill="var(--accent-text)" d="M12.5 1.5h7l-2.1 9.6a6 6 0 0 0-2.8 0z" />
    </svg>
  );
}
