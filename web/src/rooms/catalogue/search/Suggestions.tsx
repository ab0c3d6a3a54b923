import { getCommonSymptoms } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../core/api.ts'
import { useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import classes from './Suggestions.module.css'

/** Suggests symptoms. They are optional: nothing is shown while they load or if they fail to load. */
export function Suggestions({
  onTake,
  covered,
}: {
  onTake: (symptom: string) => void
  /** The result list overlays them. */
  covered?: boolean
}) {
  const t = useTexts()
  const { language_id } = useLanguage()
  const { data } = useQuery({
    queryKey: ['symptoms', language_id],
    queryFn: ({ signal }) => call(getCommonSymptoms, { params: { lang: String(language_id) }, signal }),
    staleTime: Infinity,
  })
  return (
    <ul className={classes.chips} aria-label={t('search_symptoms')} inert={covered}>
      {data?.map((symptom) => (
        <li key={symptom}>
          <button type="button" className={classes.chip} onClick={() => onTake(symptom)}>
            {symptom}
          </button>
        </li>
      ))}
    </ul>
  )
}
