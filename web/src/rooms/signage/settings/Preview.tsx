import type { WallPlan } from '@cutaway/contract/rooms/signage/plan.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Hatch } from '../../../ui/feedback/Hatch.tsx'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'
import { WallPreview } from '../wall/WallPreview.tsx'

/** Plays the loop in small, as the wall plays it now. */
export function Preview({
  query,
  onPlaying,
}: {
  query: UseQueryResult<WallPlan>
  /** Called with the item that plays. */
  onPlaying: (itemId: string | null) => void
}) {
  const t = useTexts()
  return (
    <QueryState query={query} failed={t('loop_preview_failed')} heading="h3" waiting={<Hatch />}>
      {(plan) => <WallPreview plan={plan} onPlaying={onPlaying} />}
    </QueryState>
  )
}
