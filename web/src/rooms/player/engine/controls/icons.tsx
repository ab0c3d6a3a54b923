/** The icon for jumping back: like the forward arrow, but without a number, because 2.3 does not fit. */
export function IconJumpBack({ size }: { size: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M13 18h2a6 6 0 1 0 0 -12h-11" />
      <path d="M7 9l-3 -3l3 -3" />
    </svg>
  )
}
