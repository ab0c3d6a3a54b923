import { useAnnouncement } from '../../core/page.ts'

/** Tells screen readers which page has come; nothing is seen of it. */
export function LiveRegion() {
  return (
    <output className="visually-hidden" aria-live="polite">
      {useAnnouncement()}
    </output>
  )
}
