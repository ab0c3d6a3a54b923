import type { VideoType } from '@cutaway/contract/fields.ts'
import { type PersonalSettings, savePreferences } from '@cutaway/contract/rooms/users/account.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../core/api.ts'
import { changeLanguage, languages, useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { zoneName, zonesWith } from '../../../core/i18n/zones.ts'
import { fetchSession, useSite, useVideoType } from '../../../core/session.ts'
import { toast } from '../../../core/toast.ts'
import { FieldFrame, NativeSelect } from '../../../ui/form/Field.tsx'
import { SegmentedControl } from '../../../ui/form/SegmentedControl.tsx'
import classes from './Account.module.css'
import { settingsKey } from './settings-key.ts'

type Changes = Partial<Pick<PersonalSettings, 'default_video_type' | 'language_id' | 'time_zone'>>

/** '+02:00' -> 'UTC+02:00'; the zone alone if the browser does not know it. */
function zoneLabel(zone: string, at: Date): string {
  const part = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')
  return `${zoneName(zone)} (${part?.value.replace('GMT', 'UTC') ?? ''})`
}

/** Kind of film, language and time zone. Each choice is saved at once. */
export function Preferences({ now }: { now: PersonalSettings }) {
  const t = useTexts()
  const client = useQueryClient()
  const site = useSite()
  const { language_id } = useLanguage()
  const [, setVideoType] = useVideoType()
  const save = useMutation({
    mutationFn: (changes: Changes) => call(savePreferences, { body: { user_id: now.user_id, ...changes } }),
    onSuccess: async (saved) => {
      client.setQueryData(settingsKey(now.user_id), saved)
      toast('settings_saved')
      await fetchSession()
    },
    onError: (error) => toast(error),
  })
  const shown = { ...now, ...(save.isPending ? save.variables : {}) }
  const [at] = useState(() => new Date())
  return (
    <div className={classes.choices}>
      <FieldFrame id="video-type" label={t('default_video_type')} description={t('default_video_type_text')}>
        <div key="input" className={classes.segments}>
          <SegmentedControl<VideoType>
            label={t('default_video_type')}
            value={shown.default_video_type ?? site.default_video_type ?? 'narrated'}
            onChange={(default_video_type) => {
              // What was chosen on this device would win over the default.
              setVideoType(default_video_type)
              save.mutate({ default_video_type })
            }}
            segments={[
              { value: 'narrated', label: t('narrated') },
              { value: 'interactive', label: t('interactive') },
            ]}
          />
        </div>
      </FieldFrame>
      <NativeSelect
        key="language"
        label={t('your_language')}
        value={String(language_id)}
        data={languages.map((one) => ({ value: String(one.language_id), label: one.name }))}
        onChange={({ currentTarget: { value } }) => {
          changeLanguage(Number(value)).then(
            () => toast('settings_saved'),
            (error: unknown) => toast(error),
          )
        }}
      />
      <NativeSelect
        label={t('your_time_zone')}
        description={t('time_zone_text')}
        order={['label', 'input', 'description', 'error']}
        value={shown.time_zone ?? ''}
        data={[
          { value: '', label: t('time_zone_of_site', { zone: zoneName(site.time_zone) }) },
          ...zonesWith(shown.time_zone ?? '').map((zone) => ({ value: zone, label: zoneLabel(zone, at) })),
        ]}
        onChange={({ currentTarget: { value } }) => save.mutate({ time_zone: value === '' ? null : value })}
      />
    </div>
  )
}
