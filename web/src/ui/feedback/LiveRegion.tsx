import { useAnnouncement } from '../../core/page.ts'

/** Announces the current page to screen readers; invisible. */
export function LiveRegion() {
  return (
    <output className="visually-hidden" aria-live="polite">
      {useAnnouncement()}
    </output>
  )
}
