import { Conflict } from '../sites/form/Conflict.tsx'
import type { Merged } from '../sites/form/merge.ts'
import type { Fields } from './location-form.ts'

/** What someone else changed in the same location, in words. */
export function LocationConflict({
  labels,
  regions,
  merged,
  mine,
  theirs,
  onContinue,
}: {
  labels: Partial<Record<string, string>>
  regions: readonly { id: number; class_name: string }[]
  merged: Merged<Fields>
  mine: Fields
  theirs: Fields
  /** Goes on with these values. */
  onContinue: (values: Fields) => void
}) {
  const words = (fields: Fields, name: string) =>
    name === 'location_class_ids'
      ? regions
          .filter(({ id }) => fields.location_class_ids.includes(id))
          .map(({ class_name }) => class_name)
          .join(', ')
      : String(fields[name])
  return (
    <Conflict
      rows={merged.theirs.flatMap(({ name, isMine }) => {
        const label = labels[name]
        return label === undefined
          ? []
          : [{ label, theirs: words(theirs, name), mine: isMine ? words(mine, name) : undefined }]
      })}
      onTheirs={() => onContinue(theirs)}
      onMine={() => onContinue(merged.values)}
    />
  )
}
