/** The symbol of Munjigi: a gate with a keystone. It is decorative, because the name is next to it. */
export function GateSymbol({ className }: { readonly className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path
        fill="currentColor"
        d="M10.2 4.8A13.5 13.5 0 0 0 2.5 17v12h7V17a6.5 6.5 0 0 1 3.1-5.5zM21.8 4.8A13.5 13.5 0 0 1 29.5 17v12h-7V17a6.5 6.5 0 0 0-3.1-5.5z"
      />
      <path fill="var(--accent-text)" d="M10.7 2.4h10.6L18 11.5h-4z" />
    </svg>
  );
}
