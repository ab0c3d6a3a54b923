curl --silent --show-error --get "$CUTAWAY_URL/api/v1/parts" \
  --header "Authorization: Bearer $CUTAWAY_KEY" \
  --data-urlencode 'json={ "search": "brake pads", "lang": "es-ES", "size": 5 }'
