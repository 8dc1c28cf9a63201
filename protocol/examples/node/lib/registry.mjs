// Made by tools/make-registry.mjs from protocol/registry; do not edit.

export const LIMITS = {
 "max_uint": 9007199254740991,
 "max_depth": 8,
 "max_items": 64,
 "max_body": 65535,
 "max_frame_before_auth": 4096,
 "max_frame": 66048,
 "min_seats": 2,
 "max_seats": 6,
 "max_versions": 8,
 "max_features": 32,
 "max_ruleset": 1024,
 "max_more_time": 600,
 "max_heads": 34,
 "max_name": 64,
 "max_chat": 280,
 "max_deck_cards": 36,
 "max_held_cards": 5,
 "max_give_points": 55,
 "max_pot": 1000000,
 "max_pile_points": 120,
 "max_file": 67108864,
 "max_file_entries": 100000
};

export const NETWORK_LIMITS = {
 "half_open": 16,
 "read": 65536,
 "read_before_auth": 4096,
 "queue": 64,
 "candidates": 8,
 "invite_text": 4096,
 "host_name": 253,
 "updates": 256,
 "commands": 16,
 "words_guesses": 3,
 "words_in_all": 9,
 "words_text": 200,
 "words_box": 4000,
 "lan_tables": 32,
 "lan_names": 64,
 "lan_text": 400,
 "lan_name": 40,
 "lan_rules": 32,
 "chat_lines": 10,
 "gateways": 3,
 "pinholes": 4,
 "map_tries": 3,
 "map_tries_later": 6,
 "upnp_ports": 5
};

export const TIMERS = {
 "admission": 10,
 "connect": 10,
 "proxy": 60,
 "stagger": 0.25,
 "call": 2,
 "call_patient": 15,
 "call_lasts": 60,
 "call_doubt": 20,
 "reply": 900,
 "ping": 15,
 "silence": 45,
 "slept": 10,
 "awake": 5,
 "send": 45,
 "hello": 30,
 "farewell": 2,
 "invite": 86400,
 "lookup": 2,
 "retry_first": 0.5,
 "retry_last": 30,
 "resume": 10,
 "linger": 60,
 "words": 3600,
 "guess": 3,
 "near": 3,
 "resolve": 1,
 "take_back": 1,
 "more_time": 60,
 "away_budget": 300,
 "chat_window": 10,
 "map_first": 0.25,
 "map_lease": 3600,
 "map_lease_most": 86400,
 "map_again": 4,
 "map_look": 30,
 "mapping": 8,
 "upnp_search": 0.5,
 "probe": 5,
 "map_release": 2
};

export const BODY = [
 {
  "name": "version",
  "type": "uint",
  "min": 0,
  "max": 65535
 },
 {
  "name": "table_id",
  "type": "bin",
  "min": 32,
  "max": 32
 },
 {
  "name": "round",
  "type": "uint",
  "min": 0,
  "max": 4294967295
 },
 {
  "name": "seat",
  "type": "uint",
  "min": 0,
  "max": 5
 },
 {
  "name": "prev",
  "type": "bin",
  "min": 32,
  "max": 32
 },
 {
  "name": "type",
  "type": "uint",
  "min": 0,
  "max": 255
 },
 {
  "name": "payload",
  "type": "array"
 }
];

export const MESSAGES = [
 {
  "type": 0,
  "name": "hello",
  "fields": [
   {
    "name": "identity",
    "type": "bin",
    "min": 32,
    "max": 32
   },
   {
    "name": "nonce",
    "type": "bin",
    "min": 32,
    "max": 32
   },
   {
    "name": "versions",
    "type": "array",
    "min": 1,
    "max": 8,
    "ascending": true,
    "items": {
     "type": "uint",
     "min": 0,
     "max": 65535
    }
   },
   {
    "name": "features",
    "type": "array",
    "min": 0,
    "max": 32,
    "ascending": true,
    "items": {
     "type": "uint",
     "min": 0,
     "max": 65535
    }
   },
   {
    "name": "seats",
    "type": "uint",
    "min": 2,
    "max": 6
   },
   {
    "name": "ruleset",
    "type": "bin",
    "min": 1,
    "max": 1024
   },
   {
    "name": "name",
    "type": "str",
    "min": 0,
    "max": 64
   }
  ]
 },
 {
  "type": 1,
  "name": "commit",
  "fields": [
   {
    "name": "commitment",
    "type": "bin",
    "min": 32,
    "max": 32
   }
  ]
 },
 {
  "type": 2,
  "name": "reveal",
  "fields": [
   {
    "name": "key",
    "type": "bin",
    "min": 33,
    "max": 33
   },
   {
    "name": "proof",
    "type": "bin",
    "min": 64,
    "max": 64
   },
   {
    "name": "nonce",
    "type": "bin",
    "min": 32,
    "max": 32
   }
  ]
 },
 {
  "type": 3,
  "name": "shuffle",
  "fields": [
   {
    "name": "deck",
    "type": "bin",
    "min": 66,
    "max": 2376
   },
   {
    "name": "proof",
    "type": "bin",
    "min": 1,
    "max": 4840
   }
  ]
 },
 {
  "type": 4,
  "name": "deal",
  "fields": [
   {
    "name": "shares",
    "type": "bin",
    "min": 33,
    "max": 1188
   },
   {
    "name": "proof",
    "type": "bin",
    "min": 64,
    "max": 64
   }
  ]
 },
 {
  "type": 5,
  "name": "shares",
  "fields": [
   {
    "name": "shares",
    "type": "bin",
    "min": 33,
    "max": 1188
   },
   {
    "name": "proof",
    "type": "bin",
    "min": 64,
    "max": 64
   }
  ]
 },
 {
  "type": 6,
  "name": "lead",
  "fields": [
   {
    "name": "hand",
    "type": "bin",
    "min": 0,
    "max": 330
   },
   {
    "name": "mix_proof",
    "type": "bin",
    "min": 0,
    "max": 810
   },
   {
    "name": "openings",
    "type": "bin",
    "min": 33,
    "max": 165
   },
   {
    "name": "proof",
    "type": "bin",
    "min": 64,
    "max": 64
   }
  ]
 },
 {
  "type": 7,
  "name": "answer",
  "fields": [
   {
    "name": "hand",
    "type": "bin",
    "min": 0,
    "max": 330
   },
   {
    "name": "mix_proof",
    "type": "bin",
    "min": 0,
    "max": 810
   },
   {
    "name": "openings",
    "type": "bin",
    "min": 33,
    "max": 165
   },
   {
    "name": "proof",
    "type": "bin",
    "min": 64,
    "max": 64
   }
  ]
 },
 {
  "type": 8,
  "name": "give",
  "fields": [
   {
    "name": "hand",
    "type": "bin",
    "min": 0,
    "max": 330
   },
   {
    "name": "mix_proof",
    "type": "bin",
    "min": 0,
    "max": 810
   },
   {
    "name": "points",
    "type": "uint",
    "min": 0,
    "max": 55,
    "nil": true
   },
   {
    "name": "points_proof",
    "type": "bin",
    "min": 0,
    "max": 128
   }
  ]
 },
 {
  "type": 9,
  "name": "claim",
  "fields": []
 },
 {
  "type": 10,
  "name": "pass",
  "fields": []
 },
 {
  "type": 11,
  "name": "raise",
  "fields": [
   {
    "name": "to",
    "type": "uint",
    "min": 2,
    "max": 6
   }
  ]
 },
 {
  "type": 12,
  "name": "accept",
  "fields": []
 },
 {
  "type": 13,
  "name": "decline",
  "fields": []
 },
 {
  "type": 14,
  "name": "open",
  "fields": [
   {
    "name": "openings",
    "type": "bin",
    "min": 33,
    "max": 1188
   },
   {
    "name": "proof",
    "type": "bin",
    "min": 64,
    "max": 64
   }
  ]
 },
 {
  "type": 15,
  "name": "count",
  "fields": [
   {
    "name": "piles",
    "type": "array",
    "min": 1,
    "max": 6,
    "ascending": false,
    "items": {
     "type": "array",
     "fields": [
      {
       "name": "points",
       "type": "uint",
       "min": 0,
       "max": 120
      },
      {
       "name": "proof",
       "type": "bin",
       "min": 128,
       "max": 128
      }
     ]
    }
   }
  ]
 },
 {
  "type": 16,
  "name": "result",
  "fields": [
   {
    "name": "hand",
    "type": "uint",
    "min": 0,
    "max": 4294967295
   },
   {
    "name": "winner",
    "type": "uint",
    "min": 0,
    "max": 5,
    "nil": true
   },
   {
    "name": "reason",
    "type": "uint",
    "min": 0,
    "max": 255
   },
   {
    "name": "points",
    "type": "uint",
    "min": 0,
    "max": 255
   },
   {
    "name": "score",
    "type": "array",
    "min": 2,
    "max": 6,
    "ascending": false,
    "items": {
     "type": "uint",
     "min": 0,
     "max": 65535
    }
   },
   {
    "name": "chips",
    "type": "array",
    "min": 2,
    "max": 6,
    "ascending": false,
    "items": {
     "type": "int",
     "min": -9007199254740991,
     "max": 9007199254740991
    }
   },
   {
    "name": "pot",
    "type": "uint",
    "min": 0,
    "max": 1000000
   },
   {
    "name": "next_leader",
    "type": "uint",
    "min": 0,
    "max": 5,
    "nil": true
   },
   {
    "name": "play_on",
    "type": "bool"
   }
  ]
 },
 {
  "type": 17,
  "name": "resign",
  "fields": []
 },
 {
  "type": 18,
  "name": "announce",
  "fields": [
   {
    "name": "what",
    "type": "uint",
    "min": 0,
    "max": 2
   },
   {
    "name": "proof",
    "type": "bin",
    "min": 64,
    "max": 384
   }
  ]
 },
 {
  "type": 19,
  "name": "cede",
  "fields": []
 },
 {
  "type": 20,
  "name": "points",
  "fields": [
   {
    "name": "sealed",
    "type": "bin",
    "min": 66,
    "max": 66
   },
   {
    "name": "proof",
    "type": "bin",
    "min": 192,
    "max": 192
   }
  ]
 },
 {
  "type": 21,
  "name": "win",
  "fields": [
   {
    "name": "points",
    "type": "uint",
    "min": 0,
    "max": 120
   },
   {
    "name": "proof",
    "type": "bin",
    "min": 64,
    "max": 64
   }
  ]
 }
];

export const FRAME = [
 {
  "name": "type",
  "type": "uint",
  "min": 0,
  "max": 255
 },
 {
  "name": "payload",
  "type": "array"
 }
];

export const LINK_MESSAGES = [
 {
  "type": 0,
  "name": "greet",
  "fields": [
   {
    "name": "versions",
    "type": "array",
    "min": 1,
    "max": 8,
    "ascending": true,
    "items": {
     "type": "uint",
     "min": 0,
     "max": 65535
    }
   },
   {
    "name": "features",
    "type": "array",
    "min": 0,
    "max": 32,
    "ascending": true,
    "items": {
     "type": "uint",
     "min": 0,
     "max": 65535
    }
   },
   {
    "name": "identity",
    "type": "bin",
    "min": 32,
    "max": 32
   },
   {
    "name": "nonce",
    "type": "bin",
    "min": 32,
    "max": 32
   },
   {
    "name": "mac",
    "type": "bin",
    "min": 32,
    "max": 32
   }
  ]
 },
 {
  "type": 1,
  "name": "ping",
  "fields": [
   {
    "name": "n",
    "type": "uint",
    "min": 0,
    "max": 4294967295
   }
  ]
 },
 {
  "type": 2,
  "name": "auth",
  "fields": [
   {
    "name": "signature",
    "type": "bin",
    "min": 64,
    "max": 64
   },
   {
    "name": "mac",
    "type": "bin",
    "min": 32,
    "max": 32
   }
  ]
 },
 {
  "type": 3,
  "name": "pong",
  "fields": [
   {
    "name": "n",
    "type": "uint",
    "min": 0,
    "max": 4294967295
   }
  ]
 },
 {
  "type": 4,
  "name": "offer",
  "fields": [
   {
    "name": "seats",
    "type": "uint",
    "min": 2,
    "max": 6
   },
   {
    "name": "ruleset",
    "type": "bin",
    "min": 1,
    "max": 1024
   }
  ]
 },
 {
  "type": 5,
  "name": "chat",
  "fields": [
   {
    "name": "text",
    "type": "str",
    "min": 1,
    "max": 280
   }
  ]
 },
 {
  "type": 6,
  "name": "entry_frame",
  "fields": [
   {
    "name": "seat",
    "type": "uint",
    "min": 0,
    "max": 5
   },
   {
    "name": "body",
    "type": "bin",
    "min": 1,
    "max": 65535
   },
   {
    "name": "signature",
    "type": "bin",
    "min": 64,
    "max": 64
   }
  ]
 },
 {
  "type": 7,
  "name": "offer_end",
  "fields": []
 },
 {
  "type": 8,
  "name": "have",
  "fields": [
   {
    "name": "round",
    "type": "uint",
    "min": 0,
    "max": 4294967295
   },
   {
    "name": "head",
    "type": "bin",
    "min": 32,
    "max": 32
   }
  ]
 },
 {
  "type": 9,
  "name": "more_time",
  "fields": [
   {
    "name": "seconds",
    "type": "uint",
    "min": 1,
    "max": 600
   }
  ]
 },
 {
  "type": 10,
  "name": "refuse",
  "fields": [
   {
    "name": "round",
    "type": "uint",
    "min": 0,
    "max": 4294967295
   },
   {
    "name": "seat",
    "type": "uint",
    "min": 0,
    "max": 5
   },
   {
    "name": "code",
    "type": "uint",
    "min": 0,
    "max": 255
   }
  ]
 },
 {
  "type": 11,
  "name": "another",
  "fields": []
 },
 {
  "type": 12,
  "name": "bye",
  "fields": [
   {
    "name": "reason",
    "type": "uint",
    "min": 0,
    "max": 255
   }
  ]
 },
 {
  "type": 14,
  "name": "resume",
  "fields": [
   {
    "name": "table_id",
    "type": "bin",
    "min": 32,
    "max": 32
   },
   {
    "name": "round",
    "type": "uint",
    "min": 0,
    "max": 4294967295
   },
   {
    "name": "heads",
    "type": "array",
    "min": 1,
    "max": 34,
    "ascending": false,
    "items": {
     "type": "bin",
     "min": 32,
     "max": 32
    }
   },
   {
    "name": "held",
    "type": "array",
    "min": 0,
    "max": 6,
    "ascending": false,
    "items": {
     "type": "array",
     "fields": [
      {
       "name": "seat",
       "type": "uint",
       "min": 0,
       "max": 5
      },
      {
       "name": "body_hash",
       "type": "bin",
       "min": 32,
       "max": 32
      }
     ]
    }
   }
  ]
 }
];

export const INVITE_FIELDS = [
 {
  "name": "version",
  "type": "uint",
  "min": 1,
  "max": 1
 },
 {
  "name": "secret",
  "type": "bin",
  "min": 16,
  "max": 16
 },
 {
  "name": "certificate",
  "type": "bin",
  "min": 32,
  "max": 32
 },
 {
  "name": "host",
  "type": "bin",
  "min": 32,
  "max": 32
 },
 {
  "name": "expires",
  "type": "uint",
  "min": 0,
  "max": 4294967295
 },
 {
  "name": "candidates",
  "type": "array",
  "min": 0,
  "max": 8,
  "ascending": false,
  "items": {
   "type": "array",
   "fields": [
    {
     "name": "kind",
     "type": "uint",
     "min": 0,
     "max": 255
    },
    {
     "name": "address",
     "type": "bin",
     "sizes": [
      4,
      16
     ],
     "or": {
      "type": "str",
      "min": 1,
      "max": 253
     }
    },
    {
     "name": "port",
     "type": "uint",
     "min": 1,
     "max": 65535
    }
   ]
  }
 }
];

export const ADDRESS_KINDS = [
 {
  "kind": 0,
  "name": "lan"
 },
 {
  "kind": 1,
  "name": "public"
 },
 {
  "kind": 2,
  "name": "mapped"
 },
 {
  "kind": 3,
  "name": "onion"
 },
 {
  "kind": 4,
  "name": "loopback"
 }
];

export const REFUSALS = [
 {
  "code": 1,
  "name": "frame_empty",
  "layer": "link",
  "convicts": false,
  "consequence": "close"
 },
 {
  "code": 2,
  "name": "frame_too_long",
  "layer": "link",
  "convicts": false,
  "consequence": "close"
 },
 {
  "code": 3,
  "name": "link_message",
  "layer": "link",
  "convicts": false,
  "consequence": "close"
 },
 {
  "code": 4,
  "name": "link_order",
  "layer": "link",
  "convicts": false,
  "consequence": "close"
 },
 {
  "code": 5,
  "name": "authentication",
  "layer": "link",
  "convicts": false,
  "consequence": "close"
 },
 {
  "code": 10,
  "name": "signature",
  "layer": "entry",
  "convicts": false,
  "consequence": "refuse"
 },
 {
  "code": 11,
  "name": "identity_key",
  "layer": "entry",
  "convicts": false,
  "consequence": "refuse"
 },
 {
  "code": 12,
  "name": "encoding",
  "layer": "entry",
  "convicts": false,
  "consequence": "refuse"
 },
 {
  "code": 13,
  "name": "shape",
  "layer": "entry",
  "convicts": true,
  "consequence": "refuse"
 },
 {
  "code": 14,
  "name": "type_unknown",
  "layer": "entry",
  "convicts": true,
  "consequence": "refuse"
 },
 {
  "code": 20,
  "name": "table_wrong",
  "layer": "place",
  "convicts": false,
  "consequence": "refuse"
 },
 {
  "code": 21,
  "name": "round_wrong",
  "layer": "place",
  "convicts": false,
  "consequence": "refuse"
 },
 {
  "code": 22,
  "name": "seat_wrong",
  "layer": "place",
  "convicts": false,
  "consequence": "refuse"
 },
 {
  "code": 23,
  "name": "prev_wrong",
  "layer": "place",
  "convicts": false,
  "consequence": "refuse"
 },
 {
  "code": 24,
  "name": "equivocation",
  "layer": "place",
  "convicts": true,
  "consequence": "refuse"
 },
 {
  "code": 30,
  "name": "version",
  "layer": "negotiation",
  "convicts": true,
  "consequence": "refuse"
 },
 {
  "code": 31,
  "name": "feature",
  "layer": "negotiation",
  "convicts": false,
  "consequence": "refuse"
 },
 {
  "code": 32,
  "name": "ruleset",
  "layer": "negotiation",
  "convicts": false,
  "consequence": "refuse"
 },
 {
  "code": 33,
  "name": "ruleset_differs",
  "layer": "negotiation",
  "convicts": false,
  "consequence": "refuse"
 },
 {
  "code": 34,
  "name": "identity_repeated",
  "layer": "negotiation",
  "convicts": false,
  "consequence": "refuse"
 },
 {
  "code": 40,
  "name": "type_not_due",
  "layer": "order",
  "convicts": true,
  "consequence": "refuse"
 },
 {
  "code": 50,
  "name": "length",
  "layer": "proof",
  "convicts": true,
  "consequence": "refuse"
 },
 {
  "code": 51,
  "name": "point",
  "layer": "proof",
  "convicts": true,
  "consequence": "refuse"
 },
 {
  "code": 52,
  "name": "scalar",
  "layer": "proof",
  "convicts": true,
  "consequence": "refuse"
 },
 {
  "code": 53,
  "name": "commitment",
  "layer": "proof",
  "convicts": true,
  "consequence": "refuse"
 },
 {
  "code": 54,
  "name": "key_proof",
  "layer": "proof",
  "convicts": true,
  "consequence": "refuse"
 },
 {
  "code": 55,
  "name": "shuffle_proof",
  "layer": "proof",
  "convicts": true,
  "consequence": "refuse"
 },
 {
  "code": 56,
  "name": "share_proof",
  "layer": "proof",
  "convicts": true,
  "consequence": "refuse"
 },
 {
  "code": 57,
  "name": "open_proof",
  "layer": "proof",
  "convicts": true,
  "consequence": "refuse"
 },
 {
  "code": 58,
  "name": "mix_proof",
  "layer": "proof",
  "convicts": true,
  "consequence": "refuse"
 },
 {
  "code": 59,
  "name": "statement_proof",
  "layer": "proof",
  "convicts": true,
  "consequence": "refuse"
 },
 {
  "code": 70,
  "name": "lead_illegal",
  "layer": "rule",
  "convicts": true,
  "consequence": "refuse"
 },
 {
  "code": 71,
  "name": "answer_illegal",
  "layer": "rule",
  "convicts": true,
  "consequence": "refuse"
 },
 {
  "code": 72,
  "name": "give_illegal",
  "layer": "rule",
  "convicts": true,
  "consequence": "refuse"
 },
 {
  "code": 73,
  "name": "claim_illegal",
  "layer": "rule",
  "convicts": true,
  "consequence": "refuse"
 },
 {
  "code": 74,
  "name": "raise_illegal",
  "layer": "rule",
  "convicts": true,
  "consequence": "refuse"
 },
 {
  "code": 75,
  "name": "points_illegal",
  "layer": "rule",
  "convicts": true,
  "consequence": "refuse"
 },
 {
  "code": 76,
  "name": "result_wrong",
  "layer": "rule",
  "convicts": true,
  "consequence": "refuse"
 },
 {
  "code": 90,
  "name": "deck_broken",
  "layer": "hand",
  "convicts": false,
  "consequence": "void"
 },
 {
  "code": 91,
  "name": "keys_equal",
  "layer": "hand",
  "convicts": false,
  "consequence": "void"
 }
];

export const STAGES = [
 {
  "name": "hello",
  "speakers": "every seat that plays on",
  "types": [
   "hello"
  ]
 },
 {
  "name": "commit",
  "speakers": "every seat that plays on",
  "types": [
   "commit",
   "resign"
  ]
 },
 {
  "name": "reveal",
  "speakers": "every seat that plays on",
  "types": [
   "reveal",
   "resign"
  ]
 },
 {
  "name": "shuffle",
  "speakers": "the lowest seat that has not shuffled in this hand",
  "types": [
   "shuffle",
   "resign"
  ]
 },
 {
  "name": "deal",
  "speakers": "every seat that plays on",
  "types": [
   "deal",
   "resign"
  ]
 },
 {
  "name": "announce",
  "speakers": "the seats that the rules name",
  "types": [
   "announce",
   "pass",
   "resign"
  ]
 },
 {
  "name": "lead",
  "speakers": "the seats that the rules name",
  "types": [
   "lead",
   "cede",
   "claim",
   "raise",
   "resign"
  ]
 },
 {
  "name": "seized",
  "speakers": "the seats that the rules name",
  "types": [
   "lead",
   "claim",
   "resign"
  ]
 },
 {
  "name": "raised",
  "speakers": "the seats that the rules name",
  "types": [
   "accept",
   "decline",
   "raise",
   "resign"
  ]
 },
 {
  "name": "follow",
  "speakers": "the seats that the rules name",
  "types": [
   "answer",
   "give",
   "claim",
   "resign"
  ]
 },
 {
  "name": "points",
  "speakers": "every seat that gave face down in the trick just taken",
  "types": [
   "points",
   "resign"
  ]
 },
 {
  "name": "tally",
  "speakers": "the seats that the rules name",
  "types": [
   "win",
   "pass",
   "resign"
  ]
 },
 {
  "name": "shares",
  "speakers": "every seat that owes a share for a card drawn by another",
  "types": [
   "shares",
   "resign"
  ]
 },
 {
  "name": "last_word",
  "speakers": "the seats that the rules name",
  "types": [
   "claim",
   "pass",
   "resign"
  ]
 },
 {
  "name": "opening",
  "speakers": "the seats that the rules name",
  "types": [
   "open",
   "resign"
  ]
 },
 {
  "name": "count",
  "speakers": "the seats that the rules name",
  "types": [
   "count",
   "resign"
  ]
 },
 {
  "name": "result",
  "speakers": "every seat that plays on",
  "types": [
   "result"
  ]
 },
 {
  "name": "complete",
  "speakers": "no seat",
  "types": []
 },
 {
  "name": "void",
  "speakers": "no seat",
  "types": []
 }
];

export const REASONS = {
 "claim_right": 0,
 "claim_wrong": 1,
 "declined": 2,
 "bura": 3,
 "cards_out": 4,
 "draw": 5,
 "resigned": 6,
 "void": 7,
 "reached": 8,
 "combination": 9,
 "split": 10,
 "dead": 11
};

export const FEATURES = {
 "seat_0_leads": 2,
 "seat_1_leads": 4
};

export const GOODBYES = {
 "left": 0,
 "finished": 1,
 "fault": 2,
 "replaced": 3
};

export const VERDICTS = {
 "fair": 0,
 "unsigned_result": 10,
 "open": 10,
 "forked": 10,
 "fault": 20,
 "equivocation": 21,
 "void": 22,
 "malformed": 30,
 "unsupported": 40
};

export const COMBINATIONS = [
 {
  "combination": 0,
  "name": "trumps",
  "means": {
   "bura": 3,
   "four_trumps": 3
  }
 },
 {
  "combination": 1,
  "name": "aces",
  "means": {
   "three_aces": 2,
   "moscow": 2,
   "four_aces": 2
  }
 },
 {
  "combination": 2,
  "name": "one_suit",
  "means": {
   "molodka": 1
  }
 }
];

export const CARDS = {
 "suits": [
  {
   "suit": 0,
   "letter": "C"
  },
  {
   "suit": 1,
   "letter": "D"
  },
  {
   "suit": 2,
   "letter": "H"
  },
  {
   "suit": 3,
   "letter": "S"
  }
 ],
 "ranks": [
  {
   "rank": 0,
   "text": "6",
   "points": 0
  },
  {
   "rank": 1,
   "text": "7",
   "points": 0
  },
  {
   "rank": 2,
   "text": "8",
   "points": 0
  },
  {
   "rank": 3,
   "text": "9",
   "points": 0
  },
  {
   "rank": 4,
   "text": "J",
   "points": 2
  },
  {
   "rank": 5,
   "text": "Q",
   "points": 3
  },
  {
   "rank": 6,
   "text": "K",
   "points": 4
  },
  {
   "rank": 7,
   "text": "10",
   "points": 10
  },
  {
   "rank": 8,
   "text": "A",
   "points": 11
  }
 ],
 "decks": [
  {
   "size": 20,
   "lowest_rank": 4
  },
  {
   "size": 32,
   "lowest_rank": 1
  },
  {
   "size": 36,
   "lowest_rank": 0
  }
 ]
};

export const QUESTIONS = [
 "name",
 "players",
 "deck",
 "hand",
 "target",
 "lead",
 "short_stock",
 "give_face",
 "specials",
 "specials_when",
 "three_aces",
 "bura",
 "maliutka",
 "instant",
 "win",
 "wrong",
 "exhausted",
 "tie",
 "dealer",
 "first_lead",
 "raises",
 "match_to",
 "no_raise",
 "points_shown",
 "teams",
 "clock",
 "ante"
];

export const RULESETS = [
 {
  "name": "georgian",
  "id": "s004-3",
  "open": {
   "give_face": null,
   "maliutka": null,
   "match_to": null,
   "points_shown": null,
   "clock": null
  },
  "canonical": "bura-rules 1\nname georgian\nplayers 2 2\ndeck 20\nhand 3\ntarget 31\nlead 1 2 3\nshort_stock draw_rest\ngive_face down\nspecials -\nspecials_when never\nthree_aces lead\nbura whole_hand_on_lead\nmaliutka turn\ninstant -\nwin var_after_own_trick\nwrong lose_hand\nexhausted most_points\ntie draw\ndealer nobody\nfirst_lead winner\nraises 2 3 4 5 6\nmatch_to 0\nno_raise first_hand_one_short\npoints_shown no\nteams -\nclock 0\nante 0\n",
  "sha256": "141ca76ff40f51103d542ad4691652672935e6f80bffd150d08f582a0a9b1f77"
 },
 {
  "name": "georgian-5",
  "id": "s004-5",
  "open": {
   "give_face": null,
   "maliutka": null,
   "match_to": null,
   "points_shown": null,
   "clock": null
  },
  "canonical": "bura-rules 1\nname georgian-5\nplayers 2 2\ndeck 36\nhand 5\ntarget 61\nlead 1 2 3 4 5\nshort_stock draw_rest\ngive_face up\nspecials -\nspecials_when never\nthree_aces lead\nbura whole_hand_on_lead\nmaliutka turn\ninstant -\nwin var_after_own_trick\nwrong lose_hand\nexhausted most_points\ntie draw\ndealer nobody\nfirst_lead winner\nraises 2 3 4 5 6\nmatch_to 0\nno_raise first_hand_one_short\npoints_shown no\nteams -\nclock 0\nante 0\n",
  "sha256": "22214d78d35af06ab18695993df13926ee773a853a97994e98dbb81fbc93fbca"
 },
 {
  "name": "georgian-pairs",
  "id": "s004-5pairs",
  "open": {
   "give_face": null,
   "maliutka": null,
   "match_to": null,
   "points_shown": null,
   "clock": null
  },
  "canonical": "bura-rules 1\nname georgian-pairs\nplayers 4 4\ndeck 36\nhand 5\ntarget 61\nlead 1 2 3 4 5\nshort_stock draw_rest\ngive_face up\nspecials -\nspecials_when never\nthree_aces lead\nbura whole_hand_on_lead\nmaliutka turn\ninstant -\nwin var_after_own_trick\nwrong lose_hand\nexhausted most_points\ntie draw\ndealer nobody\nfirst_lead winner\nraises 2 3 4 5 6\nmatch_to 0\nno_raise first_hand_one_short\npoints_shown no\nteams 0,2 1,3\nclock 0\nante 0\n",
  "sha256": "1a87d035da8297e21355e0e02874b7dfc784893661628c2f5ae5a2658a405456"
 },
 {
  "name": "classic",
  "id": "s000",
  "open": {
   "specials": [
    "bura three_aces molodka",
    "bura three_aces"
   ],
   "clock": null,
   "ante": null
  },
  "canonical": "bura-rules 1\nname classic\nplayers 2 2\ndeck 36\nhand 3\ntarget 31\nlead 1 2 3\nshort_stock no_draw\ngive_face up\nspecials bura three_aces molodka\nspecials_when pre_lead\nthree_aces lead\nbura must_win_trick\nmaliutka turn\ninstant -\nwin claim_anytime\nwrong pay_pot\nexhausted void_reante\ntie draw\ndealer claimant_or_winner_else_same\nfirst_lead left_of_dealer\nraises -\nmatch_to 0\nno_raise never\npoints_shown no\nteams -\nclock 0\nante 1\n",
  "sha256": "fb4e0e8ba299875184e149d9e3944e055ef43ebe88df8b699976ff32fd170079"
 },
 {
  "name": "russian",
  "id": "s001-open",
  "open": {
   "give_face": null,
   "specials": [
    "bura three_aces molodka",
    "bura three_aces"
   ],
   "three_aces": null,
   "first_lead": null,
   "clock": null,
   "ante": null
  },
  "canonical": "bura-rules 1\nname russian\nplayers 2 6\ndeck 36\nhand 3\ntarget 31\nlead 1 2 3\nshort_stock no_draw\ngive_face up\nspecials bura three_aces molodka\nspecials_when pre_lead\nthree_aces lead\nbura instant_on_announce\nmaliutka turn\ninstant -\nwin claim_anytime\nwrong double_pot\nexhausted void_reante\ntie draw\ndealer claimant_or_winner_else_same\nfirst_lead left_of_dealer\nraises -\nmatch_to 0\nno_raise never\npoints_shown no\nteams -\nclock 0\nante 1\n",
  "sha256": "ea39ca38e4bb1d004e69f564ae5a89fc38c3bc79adc5b445d05d660b1dc4140f"
 },
 {
  "name": "closed",
  "id": "s001-closed",
  "open": {
   "give_face": null,
   "specials": [
    "bura three_aces molodka",
    "bura three_aces"
   ],
   "three_aces": null,
   "first_lead": null,
   "clock": null,
   "ante": null
  },
  "canonical": "bura-rules 1\nname closed\nplayers 2 6\ndeck 36\nhand 3\ntarget 31\nlead 1 2 3\nshort_stock no_draw\ngive_face down\nspecials bura three_aces molodka\nspecials_when pre_lead\nthree_aces lead\nbura instant_on_announce\nmaliutka turn\ninstant -\nwin claim_anytime\nwrong double_pot\nexhausted void_reante\ntie draw\ndealer claimant_or_winner_else_same\nfirst_lead left_of_dealer\nraises -\nmatch_to 0\nno_raise never\npoints_shown no\nteams -\nclock 0\nante 1\n",
  "sha256": "e624c894c89cdcfaa719c8be2e287b0a45f8f58986a5ed42ec8f93558fc4fe3d"
 },
 {
  "name": "russian-32",
  "id": "s001-32",
  "open": {
   "give_face": null,
   "specials": [
    "bura three_aces molodka",
    "bura three_aces"
   ],
   "three_aces": null,
   "first_lead": null,
   "clock": null,
   "ante": null
  },
  "canonical": "bura-rules 1\nname russian-32\nplayers 2 6\ndeck 32\nhand 3\ntarget 31\nlead 1 2 3\nshort_stock no_draw\ngive_face up\nspecials bura three_aces molodka\nspecials_when pre_lead\nthree_aces lead\nbura instant_on_announce\nmaliutka turn\ninstant -\nwin claim_anytime\nwrong double_pot\nexhausted void_reante\ntie draw\ndealer claimant_or_winner_else_same\nfirst_lead left_of_dealer\nraises -\nmatch_to 0\nno_raise never\npoints_shown no\nteams -\nclock 0\nante 1\n",
  "sha256": "566421aff1fc5750171981997d905987cb3dd029ad4152bb18e1bc6fab2239ad"
 },
 {
  "name": "kozel",
  "id": "s001-kozel",
  "open": {
   "first_lead": null,
   "clock": null,
   "ante": null
  },
  "canonical": "bura-rules 1\nname kozel\nplayers 2 5\ndeck 36\nhand 4\ntarget -\nlead 1 3\nshort_stock draw_rest\ngive_face up\nspecials -\nspecials_when never\nthree_aces lead\nbura nothing\nmaliutka turn\ninstant four_trumps four_aces\nwin most_points\nwrong double_pot\nexhausted most_points\ntie split_pot\ndealer claimant_or_winner_else_same\nfirst_lead left_of_dealer\nraises -\nmatch_to 0\nno_raise never\npoints_shown no\nteams -\nclock 0\nante 1\n",
  "sha256": "16083781172a47b80c87131d8a272afa57fc4b1aec5b1fa8afb6aed64182d270"
 },
 {
  "name": "western",
  "id": "s002",
  "open": {
   "specials": [
    "bura three_aces molodka",
    "bura three_aces"
   ],
   "specials_when": null,
   "clock": null,
   "ante": null
  },
  "canonical": "bura-rules 1\nname western\nplayers 2 6\ndeck 36\nhand 3\ntarget 31\nlead 1 2 3\nshort_stock no_draw\ngive_face up\nspecials bura three_aces molodka\nspecials_when pre_lead\nthree_aces lead\nbura play_ends_round\nmaliutka turn\ninstant -\nwin claim_anytime\nwrong double_pot\nexhausted void_pot_stays\ntie draw\ndealer claimant_or_winner_else_same\nfirst_lead left_of_dealer\nraises -\nmatch_to 0\nno_raise never\npoints_shown no\nteams -\nclock 0\nante 1\n",
  "sha256": "6bf60bd98038ae4f33d7431ee10a72c936fd870210851ac7e9d1bc3dd000a164"
 },
 {
  "name": "telegram",
  "id": "s003",
  "open": {
   "points_shown": null,
   "clock": null
  },
  "canonical": "bura-rules 1\nname telegram\nplayers 2 4\ndeck 36\nhand 3\ntarget 31\nlead 1 2 3\nshort_stock draw_rest\ngive_face down\nspecials -\nspecials_when never\nthree_aces lead\nbura nothing\nmaliutka turn\ninstant bura moscow\nwin auto\nwrong nothing\nexhausted most_points\ntie draw\ndealer nobody\nfirst_lead rotating_seat\nraises -\nmatch_to 0\nno_raise never\npoints_shown yes\nteams -\nclock 20\nante 0\n",
  "sha256": "5e332b66f5a0068872340807e97f55fa409334e699f5f39acb30bea3de7e5d03"
 }
];

export const PURPOSES = {
 "card-axis": "BURA-P2P-V1-card-axis-with-secp256k1_XMD:SHA-256_SSWU_RO_",
 "shuffle-base": "BURA-P2P-V1-shuffle-base-with-secp256k1_XMD:SHA-256_SSWU_RO_",
 "shuffle-u": "BURA-P2P-V1-shuffle-u-with-secp256k1_XMD:SHA-256",
 "shuffle-k": "BURA-P2P-V1-shuffle-k-with-secp256k1_XMD:SHA-256",
 "linear-challenge": "BURA-P2P-V1-linear-challenge-with-secp256k1_XMD:SHA-256",
 "nonce": "BURA-P2P-V1-nonce-with-secp256k1_XMD:SHA-256",
 "masking-factor": "BURA-P2P-V1-masking-factor-with-secp256k1_XMD:SHA-256",
 "hand-key": "BURA-P2P-V1-hand-key-with-secp256k1_XMD:SHA-256"
};

export const GENERATORS = {
 "G": "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
 "card_axis": [
  {
   "name": "H_rank",
   "message": "72616e6b",
   "point": "02d1eef9743cf30de84aca90674a7f4d649d40d0dad118fa8c6a1ac8083517c2e2"
  },
  {
   "name": "H_suit",
   "message": "73756974",
   "point": "033ad44f55f9c40a7fc63e3d59631126798c1bd6dd604ae0bff426f574f8b24f6d"
  },
  {
   "name": "H_points",
   "message": "706f696e7473",
   "point": "02de8ba7ba1051c2082c30f1a41db697607edd1d68f8636539382962f016726843"
  }
 ],
 "shuffle_base": [
  {
   "name": "h",
   "message": "68",
   "point": "02c289d9d93dea202854b56096b6a1efab9ee770ed2a8df331d331ba9b44e50f83"
  },
  {
   "name": "h_1",
   "message": "680001",
   "point": "0202d64f43c08063a6362105503e61f226491439b069dd5d80a87d77cae1c94452"
  },
  {
   "name": "h_2",
   "message": "680002",
   "point": "02d6e7c0bfa84ecc65e15c76888621f9a78e6d622b495e8d9ce4c5905602325e43"
  },
  {
   "name": "h_3",
   "message": "680003",
   "point": "03e570c1f24347cc003c8cbc85f2d80c2592f1e12630db54ce57dc89828e97daf8"
  },
  {
   "name": "h_4",
   "message": "680004",
   "point": "0342c377d63793b78a3ed36e2a0cd77b696e138c5b97d5b2e46934dd4d91162b16"
  },
  {
   "name": "h_5",
   "message": "680005",
   "point": "0356a017ae473845ecdf1428be0208e4c009a0a0e3f760d973a5c38be7f0cceefe"
  },
  {
   "name": "h_6",
   "message": "680006",
   "point": "02fad872ea6bc60a2133b9ae468f8bc8bb6256c291981a617baac3852c7ed26377"
  },
  {
   "name": "h_7",
   "message": "680007",
   "point": "0216f3add370237e3d4b5d6ced7378338fb6676250dafa95b66e70aa25e14a95f0"
  },
  {
   "name": "h_8",
   "message": "680008",
   "point": "02ad7d687cd0a80d3bc78f4f1a176ece9dd7a1a26f16d29cab5b9771260fe4031c"
  },
  {
   "name": "h_9",
   "message": "680009",
   "point": "02b22efcbfbe0fcfb69e70a98af00e050aaa918571dc300abd425147f298dfbd5a"
  },
  {
   "name": "h_10",
   "message": "68000a",
   "point": "02d2b077b954c72556271601e48011d8aeff5a10335f5e7b31e9898d32214b49fb"
  },
  {
   "name": "h_11",
   "message": "68000b",
   "point": "0351ed69e2a8ddb267af14d9ce71d27275d75a6ad2206a0e260366497da9a2cc97"
  },
  {
   "name": "h_12",
   "message": "68000c",
   "point": "033eeff552a77bcc58fd3f12a496e5973db327eb3e029f344620e0095130466f24"
  },
  {
   "name": "h_13",
   "message": "68000d",
   "point": "02bd8252bcc15ba32dbb12a21d8ff39e2462696b5ee3c299a49126f6c10cdf7193"
  },
  {
   "name": "h_14",
   "message": "68000e",
   "point": "02377dae840febaa4837e27c10ae50eff035f76526ea8c38f28367d5df644bc18c"
  },
  {
   "name": "h_15",
   "message": "68000f",
   "point": "025c20816be75466b92733d9048111500fbee89b76732d4cab6a83e4d019dec909"
  },
  {
   "name": "h_16",
   "message": "680010",
   "point": "02687393bb9852cc6cfd9539d89990d2ecf427d10940e288d99b1e7d30e2af744e"
  },
  {
   "name": "h_17",
   "message": "680011",
   "point": "034919fce020e4c05d752a669e5e22eddae5800674d2f61c7156d4454995024f05"
  },
  {
   "name": "h_18",
   "message": "680012",
   "point": "023e796bef56d1252b1b49140d92446bd85831061de5d53e23ea36fb808aa86151"
  },
  {
   "name": "h_19",
   "message": "680013",
   "point": "0326e5c37a8772389a64940fd44df235214eb812cffbcb6280d10cfd1e203f5622"
  },
  {
   "name": "h_20",
   "message": "680014",
   "point": "03b9d2c39353609c0b58f3655abaffdd4865351d597b3853ee7c46d4c533068f4c"
  },
  {
   "name": "h_21",
   "message": "680015",
   "point": "03bb570fcc51224d58679750917b0e177ff0ad4e84c1d60c2634cb35f2e9ff1fc3"
  },
  {
   "name": "h_22",
   "message": "680016",
   "point": "035d3b6bffdac9bf2bbf6e61710ea43a84bc1dadd706c9b91b7ca8c0fa65c47562"
  },
  {
   "name": "h_23",
   "message": "680017",
   "point": "0372895de485791fb2032fa2b01b145ef3177cab95e228e11c2c8b893656bab897"
  },
  {
   "name": "h_24",
   "message": "680018",
   "point": "02e5f19d7e45e2f03119bc645371da4fdb00abf7380d6d16c2305a18c6041ba9e9"
  },
  {
   "name": "h_25",
   "message": "680019",
   "point": "024b431636d53fafd7d66ad19b3a633252ef6f886e2aa46f15dd64f0aaf36fd96a"
  },
  {
   "name": "h_26",
   "message": "68001a",
   "point": "02ca71b6fdbb07c57a6949cc8b9c26886ad4801b554a9c3a73b34960483d419bde"
  },
  {
   "name": "h_27",
   "message": "68001b",
   "point": "0372e18869760444362c629b3d76bf5aaa7d1a29bdb9b5d23d9762fa74d7a6ad52"
  },
  {
   "name": "h_28",
   "message": "68001c",
   "point": "024b2c15c4deb33bd07c411ad6bc6fdd10eb943cf4822245ca869e6a2b25a1d821"
  },
  {
   "name": "h_29",
   "message": "68001d",
   "point": "033b544fc8f8f8a6f9d80c89a66053cdb3519324d58d8d50e510f1df282b16fac9"
  },
  {
   "name": "h_30",
   "message": "68001e",
   "point": "028096897a6488c3695b6fe0753ee7bbd4a72afcac420f900d5b67b4802cb0dae9"
  },
  {
   "name": "h_31",
   "message": "68001f",
   "point": "03f13f25f5741cb34ca3309e13fbf5cede9c32aa57cb0356d5a60300751f3f5ab5"
  },
  {
   "name": "h_32",
   "message": "680020",
   "point": "020294218db535e2e0570be9c11b1d6941e890c4213e82ad0f27592e5f125f3d6f"
  },
  {
   "name": "h_33",
   "message": "680021",
   "point": "02203787b5c2d5d2867c7cc1f1e284c9582954877ecea5252ee27f647c8ba46155"
  },
  {
   "name": "h_34",
   "message": "680022",
   "point": "0218d04a30305eccda210487f290c703545d86f748f43f19e204672044f8578cba"
  },
  {
   "name": "h_35",
   "message": "680023",
   "point": "039898f9e6fa0f95b70e28703463110958de121bc46f7ef9644a5e7a559b0354e3"
  },
  {
   "name": "h_36",
   "message": "680024",
   "point": "023d56f9066daca2dccd876def0bda4a6f90f2e71b1daf3c16506d49c1de8a0774"
  }
 ],
 "cards": [
  {
   "card": "6C",
   "point": "030ba1bea102799bc828ecf32a5b852c2104eec2a567c689806fd11b9189ee701b"
  },
  {
   "card": "7C",
   "point": "021fbb80aeb714db18eb4ddad9274d4c8b3a4c6bf58d960cb3ac1c491a3e1ef3e2"
  },
  {
   "card": "8C",
   "point": "03b8677fbdcfcbcbf4d4d4cbff2ef00f7e621c3e2bf66dffc19ac00428ba0fa027"
  },
  {
   "card": "9C",
   "point": "025335bf323d872050cf900b4c5f60cffe58a5ab0189d21868d5930f8a1582db6c"
  },
  {
   "card": "JC",
   "point": "0277252f97fc2ce7484d24f2ab6ce29be1e3cc55830cc64dc5326605e94033514b"
  },
  {
   "card": "QC",
   "point": "0299bf3f0f04c5a8800dcc81f96bbd792b777bd1842d751197787b6e7a2621f27b"
  },
  {
   "card": "KC",
   "point": "03e6681d07ae83347497ebdea1e2633d0e4200953004ac9212bb66f64c06734a8c"
  },
  {
   "card": "10C",
   "point": "026e556e28a4d4f056c127f221bd0496d2e978b019456555492d014c52d2c3c6e1"
  },
  {
   "card": "AC",
   "point": "03f09f177db136ec5c8e23fc42d953bf9e64e1d3248c50e49c8d67e7812be9ca89"
  },
  {
   "card": "6D",
   "point": "026eeca5df23e855d3f6237b906d227553ca9f85e57c69f347d3b1eaefee7f0e85"
  },
  {
   "card": "7D",
   "point": "03187f0c9be0652d56f95e8e652da16398d92e5d108f4343d5c70d5ef432c80f16"
  },
  {
   "card": "8D",
   "point": "02ed545484844e78bb20be383daab74b932b4f0b144c78ec91e31da3adc04ca76e"
  },
  {
   "card": "9D",
   "point": "02d09b5171a9f4df3ade6c7b0fa8a48b364c18be914e6970481ddc4118ffbfcdd7"
  },
  {
   "card": "JD",
   "point": "02b10284d1532f640cfeca99cbd4c6554bc5637b9665af7a41ec9dbd2b981af838"
  },
  {
   "card": "QD",
   "point": "023c97b229c228ebf4902e5e8977629de3fdfce26634491353da9a53d7db06a7cb"
  },
  {
   "card": "KD",
   "point": "034da8d4b1a2f585869add950d20bc143f250956e58c53226a9a27c5a70a47f135"
  },
  {
   "card": "10D",
   "point": "035c6e2dfe2ca1008d3d8e2fe7ee1036984a78a578c7ff7c8f8769cc4e42a176d5"
  },
  {
   "card": "AD",
   "point": "03523a63c4701ea9959db372de9b31d89623cd5b519415aaa9a5ad553dc4e8b32f"
  },
  {
   "card": "6H",
   "point": "023f2f572f0d35b19b05326863793e9a41c1966bf905ec3f5addabffb33279e143"
  },
  {
   "card": "7H",
   "point": "0225d6a0d5370c9816d8fd71e6a53b80948b62b270e7144bcda88fa5acebbc531d"
  },
  {
   "card": "8H",
   "point": "03b97ee9a3f4d439fe64705b452cfdd2a101eb222ed8d7b133d1c5d28f4ebbf3aa"
  },
  {
   "card": "9H",
   "point": "038f12d19e5c7355d6009c5c0d371e0358815d509afded9c34d9bf5c342dd47f77"
  },
  {
   "card": "JH",
   "point": "03f15b9cda134b3f03951fa6ebfb4e522e60b098093bfd7c4d4bef3060b4571588"
  },
  {
   "card": "QH",
   "point": "02b0c98f273ca5d3b777a3e9a1aebd51918429e4b35fe03f65a41990ee81534987"
  },
  {
   "card": "KH",
   "point": "033d8ee73815d218722e98acc3e77f29daea24a1f6a187d7ca47e1f60c02f36640"
  },
  {
   "card": "10H",
   "point": "030a3943fb87f5db199180eee3375274ede4be4af6808e54e6d1952622ed167b7b"
  },
  {
   "card": "AH",
   "point": "0264ea918d89422c749cb31ba801ee20c95f4203d027bfcd633a8940d6e89ec369"
  },
  {
   "card": "6S",
   "point": "02a4d4c686e29fd9925a015200b33b8942898b79036ccb2725c0b67ca922016c66"
  },
  {
   "card": "7S",
   "point": "0389f1bf5b542b75bb4db93d003cb6c458189da59053d108cdaa21e73ed90fb701"
  },
  {
   "card": "8S",
   "point": "02fb89bb093cd66a3dae9ee4b18275d603afa0ce5a08a10bda7f23b0ca4d63cf6f"
  },
  {
   "card": "9S",
   "point": "0392e0339b6857a2413ca38a7106731dcc4a695c5266ec60f3b0515353dfad7aa7"
  },
  {
   "card": "JS",
   "point": "020516e0d2134e2c3d6005a3afcfaf5d2db4d30ad932c45c4158883e6c44ee7f4a"
  },
  {
   "card": "QS",
   "point": "02dec8f0883dc9bb4f954536c19ee7c1b7b1431927bf8db4acc041b83cbfb73a8b"
  },
  {
   "card": "KS",
   "point": "039d6df0b95a6f1c8ddabc7dbbfab6af54dd8e40723e090fa9868748cca46b87cf"
  },
  {
   "card": "10S",
   "point": "02d3d8ed7ef176f78270cc4fe8011d281a0486a237326022a6b05aa39e109b0c22"
  },
  {
   "card": "AS",
   "point": "036e37097c0af4675abd0bbb20f8eb2a54942f89ffe25bbd679a4174c2ce838d97"
  }
 ]
};
